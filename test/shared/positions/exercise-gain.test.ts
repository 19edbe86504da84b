import { describe, expect, it } from 'vitest';
import { TOKENS } from '../../../shared/chain/deployments.ts';
import { tokenAt } from '../../../shared/chain/tokens.ts';
import { exerciseGain } from '../../../shared/positions/exercise-gain.ts';
import { price8 } from '../../../shared/units.ts';

function tokenNamed(symbol: string) {
  const found = TOKENS.find((token) => token.symbol === symbol);
  if (found === undefined) throw new TypeError(`token missing: ${symbol}`);
  return found.address;
}
const delivered = { token: tokenNamed('USDC'), amount: 2_500_000000n };
const received = { token: tokenNamed('WETH'), amount: 10n ** 18n };
const at = (price: bigint | undefined) => ({
  tokenAt,
  spotOf: () => (price === undefined ? undefined : price8(price)),
});

describe('the gain of an exercise', () => {
  it('the gain equals the difference between the current price and the strike, and is zero at the strike', () => {
    expect(exerciseGain({ delivered, received }, at(2_600_00000000n))).toBe(100_00000000n);
    expect(exerciseGain({ delivered, received }, at(2_500_00000000n))).toBe(0n);
    expect(exerciseGain({ delivered, received }, at(2_499_99999999n))).toBe(-1n);
  });

  it('the gain is unknown without a price, or for an unknown token', () => {
    expect(exerciseGain({ delivered, received }, at(undefined))).toBeUndefined();
    const unknown = { ...received, token: '0x0000000000000000000000000000000000000001' } as const;
    expect(exerciseGain({ delivered, received: unknown }, at(1n))).toBeUndefined();
  });
});
