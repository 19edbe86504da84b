import type { SignedOrder } from './order.ts';
import type { FeedEntry } from './parse-feed.ts';

/**
 * Whether one order quotes what the other does: the same option (implementation, strikes as signed,
 * expiry, feed and token), the same side, on the same book. Price, maker and life may differ.
 */
export function isSameProduct(a: SignedOrder, b: SignedOrder): boolean {
  return (
    a.optionBookAddress === b.optionBookAddress &&
    a.order.implementation === b.order.implementation &&
    a.order.priceFeed === b.order.priceFeed &&
    a.order.collateral === b.order.collateral &&
    a.order.isLong === b.order.isLong &&
    a.order.expiry === b.order.expiry &&
    a.order.extraOptionData === b.order.extraOptionData &&
    String(a.order.strikes) === String(b.order.strikes)
  );
}

/**
 * The best quote that takes the place of one that is gone: cheapest for a taker who buys, dearest for
 * one who sells, and among equals the one that lives longest. It has another price: the user decides.
 */
export function bestRequote(
  gone: SignedOrder,
  entries: Iterable<FeedEntry>,
): FeedEntry | undefined {
  let best: FeedEntry | undefined;
  for (const entry of entries) {
    if (!isSameProduct(entry, gone)) continue;
    if (best === undefined || isBetter(entry, best)) best = entry;
  }
  return best;
}

function isBetter({ order: a }: FeedEntry, { order: b }: FeedEntry): boolean {
  if (a.price !== b.price) return a.isLong ? a.price > b.price : a.price < b.price;
  return a.orderExpiryTimestamp > b.orderExpiryTimestamp;
}
