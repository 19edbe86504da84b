import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  absurdityOf,
  LEAST_EXPIRY_AHEAD,
  LEAST_STRIKE,
  MOST_BUDGET,
  MOST_EXPIRY_AHEAD,
  MOST_PRICE,
  MOST_QUOTE_LIFE,
  MOST_STRIKE,
} from '../../../shared/orders/absurd.ts';
import { price8, tokenAmount, unixSeconds } from '../../../shared/units.ts';

const NOW = 1_800_000_000;
const now = unixSeconds(NOW);
const order = {
  expiry: unixSeconds(NOW + MOST_EXPIRY_AHEAD),
  orderExpiryTimestamp: unixSeconds(NOW + MOST_QUOTE_LIFE),
  price: price8(MOST_PRICE),
  strikes: [price8(LEAST_STRIKE), price8(MOST_STRIKE)],
  maxCollateralUsable: tokenAmount(MOST_BUDGET),
};

describe('a signed order', () => {
  it('accepts an order with every value at its bound', () => {
    expect(absurdityOf(order, now)).toBeUndefined();
  });

  it.each([
    ['expiry', { expiry: unixSeconds(NOW + MOST_EXPIRY_AHEAD + 1) }],
    ['ending', { expiry: unixSeconds(NOW + LEAST_EXPIRY_AHEAD - 1) }],
    ['quote life', { orderExpiryTimestamp: unixSeconds(NOW + MOST_QUOTE_LIFE + 1) }],
    ['price', { price: price8(0n) }],
    ['price', { price: price8(MOST_PRICE + 1n) }],
    ['strike', { strikes: [price8(LEAST_STRIKE - 1n)] }],
    ['strike', { strikes: [price8(LEAST_STRIKE), price8(MOST_STRIKE + 1n)] }],
    ['budget', { maxCollateralUsable: tokenAmount(MOST_BUDGET + 1n) }],
  ] as const)('rejects an order whose %s is one beyond the bound', (absurdity, change) => {
    expect(absurdityOf({ ...order, ...change }, now)).toBe(absurdity);
  });

  it('accepts any order within all bounds', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: LEAST_EXPIRY_AHEAD, max: MOST_EXPIRY_AHEAD }),
        fc.bigInt({ min: 1n, max: MOST_PRICE }),
        fc.bigInt({ min: LEAST_STRIKE, max: MOST_STRIKE }),
        fc.bigInt({ min: 0n, max: MOST_BUDGET }),
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
