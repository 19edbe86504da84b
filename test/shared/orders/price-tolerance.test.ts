import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWithinTolerance } from '../../../shared/orders/price-tolerance.ts';

const price = fc.bigInt({ min: 1n, max: 10n ** 16n });
const tolerance = fc.integer({ min: 0, max: 500 });

describe('the price tolerance', () => {
  it('accepts every price that is at least as good', () => {
    fc.assert(
      fc.property(price, price, tolerance, (a, b, toleranceBps) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        expect(isWithinTolerance({ side: 'buy', agreed: high, price: low, toleranceBps })).toBe(
          true,
        );
        expect(isWithinTolerance({ side: 'sell', agreed: low, price: high, toleranceBps })).toBe(
          true,
        );
      }),
    );
  });

  it('the price tolerance never lets a buyer pay, or a seller lose, more than the tolerance', () => {
    fc.assert(
      fc.property(price, price, tolerance, (agreed, other, toleranceBps) => {
        const share = BigInt(toleranceBps);
        if (isWithinTolerance({ side: 'buy', agreed, price: other, toleranceBps })) {
          expect((other - agreed) * 10_000n).toBeLessThanOrEqual(agreed * share);
        } else expect((other - agreed) * 10_000n).toBeGreaterThan(agreed * share);
        if (isWithinTolerance({ side: 'sell', agreed, price: other, toleranceBps })) {
          expect((agreed - other) * 10_000n).toBeLessThanOrEqual(agreed * share);
        } else expect((agreed - other) * 10_000n).toBeGreaterThan(agreed * share);
      }),
    );
  });

  it('accepts no worse price at all when it is zero', () => {
    expect(isWithinTolerance({ side: 'buy', agreed: 100n, price: 101n, toleranceBps: 0 })).toBe(
      false,
    );
    expect(isWithinTolerance({ side: 'sell', agreed: 100n, price: 99n, toleranceBps: 0 })).toBe(
      false,
    );
  });
});
