import { isAddressEqual } from 'viem';
import type { SignedOrder } from './order.ts';
import type { FeedEntry } from './parse-feed.ts';

/**
 * Returns true when two orders quote the same side of the same option (implementation, strikes as
 * signed, expiry, feed and token) on the same book. Price, maker and validity may differ.
 */
function isSameProduct(a: SignedOrder, b: SignedOrder): boolean {
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
 * Returns the unverified quotes that may replace an expired quote. Quotes of the same maker come
 * first, because anyone can sign a better price without funds. Better prices for the taker come
 * next, then longer validity.
 */
export function requotes(gone: SignedOrder, entries: Iterable<FeedEntry>): FeedEntry[] {
  const isOther = (entry: FeedEntry) => Number(!isSameMaker(entry, gone));
  return [...entries]
    .filter((entry) => isSameProduct(entry, gone))
    .sort((a, b) => isOther(a) - isOther(b) || byWorth(a, b));
}

export function isSameMaker(a: SignedOrder, b: SignedOrder): boolean {
  return isAddressEqual(a.order.maker, b.order.maker);
}

function byWorth({ order: a }: FeedEntry, { order: b }: FeedEntry): number {
  if (a.price !== b.price) return a.price < b.price === a.isLong ? 1 : -1;
  return b.orderExpiryTimestamp - a.orderExpiryTimestamp;
}
