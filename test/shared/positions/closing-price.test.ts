import { describe, expect, it } from 'vitest';
import { IMPLEMENTATIONS, type ProductName } from '../../../shared/chain/implementations.ts';
import type { PositionRecord } from '../../../shared/positions/record.ts';
import { type Side, valuePosition } from '../../../shared/positions/value.ts';
import { contracts, price8, tokenAmount, unixSeconds } from '../../../shared/units.ts';
import { positionsFromLogs } from '../../helpers/positions-from-logs.ts';
import { meanPayoff } from '../desk/mean-payoff.ts';
import { filled, initialized, optionAddress } from './event-logs.ts';

const SPOT = 80_000;
const DAYS = 7;
const [made] = positionsFromLogs(
  [initialized(optionAddress(1)), filled(optionAddress(1))].map((log, logIndex) => ({
    ...log,
    logIndex,
  })),
  { hash: `0x${'1'.repeat(64)}`, block: 1, timestamp: unixSeconds(1) },
);

/**
 * A position of two contracts with a week to expiry. They were bought for 1,500 dollars, including
 * the fee.
 */
function position(product: ProductName, strikes: readonly number[]): PositionRecord {
  const known = IMPLEMENTATIONS.find((one) => one.product === product && one.revision === 'r12');
  if (made === undefined || known === undefined) return expect.unreachable();
  return {
    ...made,
    implementation: known.address,
    strikes: strikes.map((strike) => price8(BigInt(strike) * 10n ** 8n)),
    numContracts: contracts(2_000_000n),
    entryPremium: tokenAmount(1_500_000000n),
    entryFeePaid: tokenAmount(90_000000n),
  };
}

const PUT = position('PUT', [79_000]);
const SPREAD = position('PUT_SPREAD', [79_000, 81_000]);
const putAt = (strike: number) => (price: number) => Math.max(strike - price, 0);
const spread = (price: number) => putAt(81_000)(price) - putAt(79_000)(price);
/** Returns the model's price of two contracts in dollars, by summing up payoffs. */
const worth = (payoff: (price: number) => number, volatility: number) =>
  2 * meanPayoff(payoff, { spot: SPOT, years: DAYS / 365, volatility });
/**
 * Returns the proceeds of a sale minus the fee: 0.06 % of the notional, at most an eighth of the
 * premium.
 */
const afterFee = (dollars: number) =>
  dollars - Math.min(2 * SPOT * 0.0006, Math.floor(dollars * 1e6 * 0.125) / 1e6);

const MARKET = { middle: 0.5, halfSpread: 0.1, isSpreadAssumed: false };

function valued(
  one: PositionRecord,
  side: Side,
  change: Partial<Parameters<typeof valuePosition>[0]> = {},
) {
  const value = valuePosition({
    position: one,
    side,
    now: unixSeconds(one.expiry - DAYS * 86_400),
    spot: price8(BigInt(SPOT) * 10n ** 8n),
    market: MARKET,
    ...change,
  });
  return { ...value, dollars: Number(value.model?.value) / 1e6 };
}

describe('the price at which a position could be closed', () => {
  it('uses the makers’ bid less the fee for a bought option, and the makers’ ask for a sold option', () => {
    const bought = valued(PUT, 'buyer');
    expect(bought.dollars).toBeCloseTo(afterFee(worth(putAt(79_000), 0.45)), 1);
    expect(valued(PUT, 'seller').dollars).toBeCloseTo(worth(putAt(79_000), 0.55), 1);
    expect(Number(bought.mark) / 1e6).toBeCloseTo(worth(putAt(79_000), 0.5), 1);
    expect(bought.closesBy).toBe('makers');
  });

  it('uses the whole spread of the expiry for a structure whose price hardly depends on volatility', () => {
    const middle = worth(spread, 0.5);
    expect(valued(SPREAD, 'buyer').dollars).toBeCloseTo(afterFee(middle * 0.9), 1);
    expect(valued(SPREAD, 'seller').dollars).toBeCloseTo(middle * 1.1, 1);
  });

  it('computes the unrealised profit from the closing price and the premium, exactly to the unit', () => {
    const { model } = valued(PUT, 'buyer');
    expect(model?.profit).toBe((model?.value ?? 0n) - 1_500_000000n);
    const sold = valued(PUT, 'seller').model;
    expect(sold?.profit).toBe(1_410_000000n - (sold?.value ?? 0n));
  });

  it('prefers a given quote to the makers’ prices, and uses the quote even without makers’ prices', () => {
    const quoted = { premium: tokenAmount(1_200_000000n), by: 'quote' } as const;
    const bought = valued(SPREAD, 'buyer', { quoted });
    // The value is 1,200 dollars minus a fee of 0.06 % of 160,000.
    expect(bought.model?.value).toBe(1_104_000000n);
    expect(bought.closesBy).toBe('quote');
    expect(valued(SPREAD, 'seller', { quoted }).model?.value).toBe(1_200_000000n);
    const alone = valued(SPREAD, 'buyer', { quoted, market: undefined });
    expect([alone.model?.value, alone.mark]).toEqual([1_104_000000n, undefined]);
  });

  it('ignores a quote of less than half or more than twice the makers’ price', () => {
    for (const dollars of [10, 5_000]) {
      const quoted = { premium: tokenAmount(BigInt(dollars) * 2_000000n), by: 'offer' } as const;
      expect(valued(SPREAD, 'buyer', { quoted })).toEqual(valued(SPREAD, 'buyer'));
    }
  });

  it('marks an assumed spread, and returns undefined without makers’ quotes', () => {
    const assumed = { ...MARKET, isSpreadAssumed: true };
    expect(valued(PUT, 'buyer', { market: assumed }).closesBy).toBe('assumedSpread');
    const { model, mark, closesBy } = valued(PUT, 'buyer', { market: undefined });
    expect([model, mark, closesBy]).toEqual([undefined, undefined, undefined]);
  });
});
