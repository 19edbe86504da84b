import { describe, expect, it } from 'vitest';
import { payoffChecks } from '../../../../entrypoints/background/meaning/payoff-checks.ts';
import type { ProductName } from '../../../../shared/chain/deployments.ts';
import { termsOf } from '../../../../shared/orders/terms.ts';
import { price8 } from '../../../../shared/units.ts';

function terms(name: ProductName, ...strikes: readonly bigint[]) {
  return (
    termsOf(
      name,
      strikes.map((strike) => price8(strike * 10n ** 8n)),
    ) ?? expect.unreachable()
  );
}
const RANGER = terms('RANGER', 1_000n, 1_100n, 1_300n, 1_400n);
const PUT = terms('PUT', 1_000n);
const PHYSICAL = terms('PHYSICAL_PUT', 1_000n);

describe('the payoff check of a fill’s approval', () => {
  it('calls a ranger’s figures estimates when its contract could not be asked', () => {
    expect(payoffChecks('unknown', RANGER)).toMatchObject([
      { status: 'warned', code: 'payoff unread' },
    ]);
  });

  it('passes a ranger whose contract pays what is drawn, and warns of one that does not', () => {
    expect(payoffChecks('agrees', RANGER)).toMatchObject([
      { status: 'passed', code: 'payoff agrees' },
    ]);
    expect(payoffChecks('differs', RANGER)).toMatchObject([
      { status: 'warned', code: 'payoff differs' },
    ]);
  });

  it('reports nothing of a known payoff that was not asked, or of one in goods', () => {
    expect(payoffChecks('unknown', PUT)).toEqual([]);
    expect(payoffChecks('unknown', PHYSICAL)).toEqual([]);
  });
});
