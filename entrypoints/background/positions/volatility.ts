import { describeOrder } from '../../../shared/orders/describe.ts';
import type { Feed, FeedEntry } from '../../../shared/orders/parse-feed.ts';
import { priceOrder, toNumber8 } from '../../../shared/orders/price.ts';
import { assetOfFeed } from '../../../shared/orders/tokens.ts';
import type { PositionRecord } from '../../../shared/positions/record.ts';
import type { UnixSeconds } from '../../../shared/units.ts';

/**
 * An annual volatility (a fraction) for a position's model value: of a live quote on the same asset
 * and expiry, the one whose strike is nearest. Undefined when nobody quotes that expiry.
 */
export function volatilityFor(
  feed: Feed,
  position: PositionRecord,
  now: UnixSeconds,
): number | undefined {
  const { priceFeed, expiry, strikes } = position;
  const middle = strikes.reduce((sum, strike) => sum + toNumber8(strike), 0) / strikes.length;
  const candidates = feed.orders
    .filter(({ order }) => order.expiry === expiry && isSame(order.priceFeed, priceFeed))
    .flatMap((entry) => {
      const [strike] = entry.order.strikes;
      if (strike === undefined || entry.order.strikes.length > 1) return [];
      return [{ entry, distance: Math.abs(toNumber8(strike) - middle) }];
    })
    .sort((a, b) => a.distance - b.distance);
  for (const { entry } of candidates) {
    const found = volatilityOf(feed, entry, now);
    if (found !== undefined) return found;
  }
  return undefined;
}

function volatilityOf(feed: Feed, entry: FeedEntry, now: UnixSeconds): number | undefined {
  const { order } = entry;
  const { terms } = describeOrder(order);
  const asset = assetOfFeed(order.priceFeed);
  if (terms === undefined || asset === undefined) return undefined;
  return priceOrder({
    terms,
    price: order.price,
    expiry: order.expiry,
    now,
    spot: feed.marketData[asset],
    feedGreeks: entry.greeks,
  }).volatility;
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
