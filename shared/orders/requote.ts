import { isAddressEqual } from 'viem';
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
 * The quotes that may take the place of one that is gone: those of the same maker first, because
 * anybody can sign a better price that he does not mean; then best first: cheapest for a taker who
 * buys, dearest for one who sells, and among equals the one that lives longest. None of them is verified.
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
