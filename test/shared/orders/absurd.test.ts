import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  absurdityOf,
  MAX_BUDGET,
  MAX_EXPIRY_AHEAD,
  MAX_PRICE,
  MAX_QUOTE_LIFE,
  MAX_STRIKE,
  MIN_EXPIRY_AHEAD,
  MIN_STRIKE,
} from '../../../shared/orders/absurd.ts';
import { price8, tokenAmount, unixSeconds } from '../../../shared/units.ts';

const NOW = 1_800_000_000;
const now = unixSeconds(NOW);
const order = {
  expiry: unixSeconds(NOW + MAX_EXPIRY_AHEAD),
  orderExpiryTimestamp: unixSeconds(NOW + MAX_QUOTE_LIFE),
  price: price8(MAX_PRICE),
  strikes: [price8(MIN_STRIKE), price8(MAX_STRIKE)],
  maxCollateralUsable: tokenAmount(MAX_BUDGET),
};

describe('a signed order', () => {
  it('accepts an order with every value at its limit', () => {
    expect(absurdityOf(order, now)).toBeUndefined();
  });

  it.each([
    ['expiry', { expiry: unixSeconds(NOW + MAX_EXPIRY_AHEAD + 1) }],
    ['ending', { expiry: unixSeconds(NOW + MIN_EXPIRY_AHEAD - 1) }],
    ['quoteLife', { orderExpiryTimestamp: unixSeconds(NOW + MAX_QUOTE_LIFE + 1) }],
    ['price', { price: price8(0n) }],
    ['price', { price: price8(MAX_PRICE + 1n) }],
    ['strike', { strikes: [price8(MIN_STRIKE - 1n)] }],
    ['strike', { strikes: [price8(MIN_STRIKE), price8(MAX_STRIKE + 1n)] }],
    ['budget', { maxCollateralUsable: tokenAmount(MAX_BUDGET + 1n) }],
  ] as const)(
    'reports “%s” for an order with a value one unit beyond the limit',
    (absurdity, change) => {
      expect(absurdityOf({ ...order, ...change }, now)).toBe(absurdity);
    },
  );

  it('accepts any order within all limits', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: MIN_EXPIRY_AHEAD, max: MAX_EXPIRY_AHEAD }),
        fc.bigInt({ min: 1n, max: MAX_PRICE }),
        fc.bigInt({ min: MIN_STRIKE, max: MAX_STRIKE }),
        fc.bigInt({ min: 0n, max: MAX_BUDGET }),
        (ahead, price, strike, budget) => {
          const usual = {
            ...order,
            expiry: unixSeconds(NOW + ahead),
            price: price8(price),
            strikes: [price8(strike)],
            maxCollateralUsable: tokenAmount(budget),
          };
          expect(absurdityOf(usual, now)).toBeUndefined();
        },
      ),
    );
  });
});
