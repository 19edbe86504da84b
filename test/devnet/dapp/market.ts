import { describeOrder } from '../../../shared/orders/describe.ts';
import type { Feed, FeedEntry } from '../../../shared/orders/parse-feed.ts';
import { verifyOrder } from '../../../shared/orders/verify.ts';
import { type Price8, unixSeconds } from '../../../shared/units.ts';

/** Seconds; a quote with less time left is replaced before it is filled. */
const LAST_SECONDS = 12;

export const nowSeconds = () => Math.floor(Date.now() / 1000);

/** Returns true for an entry that its maker has signed and whose product is known. */
export function isSound(entry: FeedEntry): boolean {
  const { status } = verifyOrder(entry, { now: unixSeconds(nowSeconds()) });
  return status !== 'failed' && describeOrder(entry.order).terms !== undefined;
}

export function spotOf(feed: Feed | undefined, { order }: FeedEntry): Price8 | undefined {
  const { asset } = describeOrder(order);
  return asset === undefined ? undefined : feed?.marketData[asset];
}

/** Returns true for quotes with the same product, strikes, expiry and side. */
function isSameProduct(a: FeedEntry, b: FeedEntry): boolean {
  return (
    a.order.implementation === b.order.implementation &&
    a.order.priceFeed === b.order.priceFeed &&
    a.order.collateral === b.order.collateral &&
    a.order.expiry === b.order.expiry &&
    a.order.isLong === b.order.isLong &&
    a.order.strikes.join() === b.order.strikes.join()
  );
}

/**
 * Returns the quote if it has enough time left, otherwise the newest quote for the same product.
 */
export function freshen(entry: FeedEntry, feed: Feed): FeedEntry | undefined {
  const limit = nowSeconds() + LAST_SECONDS;
  const same = feed.orders.filter(
    (one) => one.order.orderExpiryTimestamp > limit && isSameProduct(one, entry) && isSound(one),
  );
  return (
    same.find(({ signature }) => signature === entry.signature) ??
    same.sort((a, b) => b.order.orderExpiryTimestamp - a.order.orderExpiryTimestamp)[0]
  );
}

/**
 * Returns true if the taker pays more, or receives less, for the fresh quote than for the shown
 * quote.
 */
export function isWorse(fresh: FeedEntry, shown: FeedEntry): boolean {
  return shown.order.isLong
    ? fresh.order.price < shown.order.price
    : fresh.order.price > shown.order.price;
}
