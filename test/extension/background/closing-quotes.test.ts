import { describe, expect, it } from 'vitest';
import {
  betterQuote,
  closingQuotes,
} from '../../../entrypoints/background/positions/closing-quotes.ts';
import type { FeedEntry } from '../../../shared/orders/parse-feed.ts';
import type { Side } from '../../../shared/positions/value.ts';
import { contracts, price8, tokenAmount, unixSeconds } from '../../../shared/units.ts';
import { realOrder } from '../../shared/orders/real-orders.ts';

const { entry: SPREAD } = realOrder('r12 CALL_SPREAD aBasUSDC');
const { entry: PUT } = realOrder('r12 PUT btc');
const { order } = SPREAD;
const now = unixSeconds(order.orderExpiryTimestamp - 30);

type Held = Parameters<ReturnType<typeof closingQuotes>>[0];

/** Two contracts of the quoted option. */
const HELD: Held = {
  implementation: order.implementation,
  priceFeed: order.priceFeed,
  collateralToken: order.collateral,
  strikes: order.strikes.toReversed(),
  expiry: order.expiry,
  numContracts: contracts(2_000_000n),
};

const quote = (isLong: boolean, dollars: number, budget = 10n ** 12n): FeedEntry => ({
  ...SPREAD,
  order: {
    ...order,
    isLong,
    price: price8(BigInt(dollars) * 10n ** 8n),
    maxCollateralUsable: tokenAmount(budget),
  },
});

function priceFor(side: Side, entries: readonly FeedEntry[], held: Partial<Held> = {}) {
  const found = closingQuotes(entries, {
    now,
    budgetOf: (entry) => entry.order.maxCollateralUsable,
  })({ ...HELD, ...held }, side);
  // Premium per contract; the sum is for two.
  return found === undefined ? undefined : Number(found.premium) / 2e6;
}

describe('the live quote that could close a position', () => {
  const quotes = [quote(true, 50), quote(true, 60), quote(false, 80), quote(false, 70)];

  it('picks the highest bid for a buyer and the lowest ask for a seller, whatever the order of the strikes', () => {
    expect(priceFor('buyer', quotes)).toBe(60);
    expect(priceFor('seller', quotes)).toBe(70);
  });

  it('offers only a quote whose maker has enough budget left for all contracts of the position', () => {
    expect(priceFor('buyer', [quote(true, 50), quote(true, 60, 119_999999n)])).toBe(50);
    expect(priceFor('buyer', [quote(true, 60, 120_000000n)])).toBe(60);
    expect(priceFor('seller', [quote(false, 70, 1_000000n), quote(false, 80)])).toBe(80);
  });

  it('ignores quotes that have ended or have other terms', () => {
    expect(priceFor('buyer', [PUT])).toBeUndefined();
    expect(priceFor('buyer', quotes, { expiry: unixSeconds(order.expiry + 1) })).toBeUndefined();
    expect(priceFor('buyer', quotes, { implementation: undefined })).toBeUndefined();
    const ended = quotes.map((one) => ({
      ...one,
      order: { ...one.order, orderExpiryTimestamp: now },
    }));
    expect(priceFor('buyer', ended)).toBeUndefined();
  });
});

it('picks the higher premium of a quote and an offer for a buyer who closes a position, and the lower premium for a seller', () => {
  const found = [
    { premium: tokenAmount(5n), by: 'quote' },
    undefined,
    { premium: tokenAmount(7n), by: 'offer' },
  ] as const;
  expect(betterQuote('buyer', found)?.by).toBe('offer');
  expect(betterQuote('seller', found)?.by).toBe('quote');
  expect(betterQuote('buyer', [undefined, found[0]])?.by).toBe('quote');
  expect(betterQuote('seller', [undefined])).toBeUndefined();
});
