import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWithinTolerance } from '../../../shared/orders/price-tolerance.ts';

const price = fc.bigInt({ min: 1n, max: 10n ** 16n });

describe('the price tolerance', () => {
  it('accepts every price that is at least as good as the agreed one', () => {
    fc.assert(
      fc.property(price, price, (a, b) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        expect(isWithinTolerance({ side: 'buy', agreed: high, price: low })).toBe(true);
        expect(isWithinTolerance({ side: 'sell', agreed: low, price: high })).toBe(true);
      }),
    );
  });

  it('rejects a price exactly when it costs the buyer or the seller more than half a per cent', () => {
    const near = fc
      .tuple(price, fc.bigInt({ min: -100n, max: 100n }))
      .map(([agreed, bps]) => [agreed, agreed + (agreed * bps) / 10_000n] as const);
    fc.assert(
      fc.property(fc.oneof(near, fc.tuple(price, price)), ([agreed, other]) => {
        const loss = { buy: other - agreed, sell: agreed - other };
        for (const side of ['buy', 'sell'] as const)
          expect(isWithinTolerance({ side, agreed, price: other })).toBe(
            loss[side] * 200n <= agreed,
          );
      }),
    );
  });
});
