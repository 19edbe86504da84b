import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MakerFacts, unfillableBy, usableBudget } from '../../../shared/orders/unfillable.ts';
import { price8, tokenAmount } from '../../../shared/units.ts';
import { realOrder } from './real-orders.ts';

const { entry } = realOrder('r12 PUT btc');
const order = { ...entry.order, maxCollateralUsable: tokenAmount(1_000_000_000_000n) };
const RICH: MakerFacts = {
  filled: 0n,
  cutoff: 0n,
  balance: 10n ** 20n,
  allowance: 10n ** 20n,
};
const amounts = fc.option(fc.bigInt({ min: 0n, max: 2_000_000_000_000n }), { nil: undefined });

describe('the amount that a maker can really pay', () => {
  it('returns the least of the unfilled budget, the balance and the allowance', () => {
    fc.assert(
      fc.property(amounts, amounts, amounts, (filled, balance, allowance) => {
        const usable = usableBudget(order, { ...RICH, filled, balance, allowance });
        const left = order.maxCollateralUsable - (filled ?? 0n);
        const all = [left > 0n ? left : 0n, balance, allowance].filter((one) => one !== undefined);
        expect(all).toContain(usable);
        for (const one of all) expect(usable <= one).toBe(true);
      }),
    );
  });
});

describe('an order whose maker can pay for less than a dollar', () => {
  const just = (usdc: bigint) => ({ ...RICH, balance: usdc });

  it('treats an order as dust when its maker can pay less than a dollar', () => {
    expect(unfillableBy(order, just(999_999n), undefined)).toBe('dust');
    expect(unfillableBy(order, just(1_000_000n), undefined)).toBeUndefined();
  });

  it('treats an order with other collateral as fillable while that collateral’s price isn’t known', () => {
    const { entry: inverse } = realOrder('r12 PHYS_CALL bid');
    const facts = { ...RICH, balance: 10n ** 14n };
    expect(unfillableBy(inverse.order, facts, undefined)).toBeUndefined();
    // The order's size is 0.0001 WETH. The price of ether is 2,600 dollars first, and then 20,000.
    expect(unfillableBy(inverse.order, facts, price8(260_000_000_000n))).toBe('dust');
    expect(unfillableBy(inverse.order, facts, price8(2_000_000_000_000n))).toBeUndefined();
  });
});
