import { describeOrder } from '../../../shared/orders/describe.ts';
import type { Feed, FeedEntry } from '../../../shared/orders/parse-feed.ts';
import { priceOrder, toNumber8 } from '../../../shared/orders/price.ts';
import { assetOfFeed } from '../../../shared/orders/tokens.ts';
import type { PositionRecord } from '../../../shared/positions/record.ts';
import type { UnixSeconds } from '../../../shared/units.ts';
import type { Spot } from '../orders/spot-prices.ts';

/** No asset here is this volatile for long: a quote that implies more is not a price. */
const MAX_VOLATILITY = 3;

/** When and at which spot price a quote is priced. */
interface Market {
  readonly now: UnixSeconds;
  readonly spotOf: (asset: string) => Spot | undefined;
}

/**
 * Returns an annual volatility (a fraction) for a position's model value: of a live quote on the same
 * asset and expiry, the one with the nearest strike. Uses the signed price and the chain's spot, never
 * the feed's own greeks, which nobody signs. Undefined without a plausible quote.
 */
export function volatilityFor(
  feed: Feed,
  position: PositionRecord,
  market: Market,
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
    const found = volatilityOf(entry, market);
    if (found !== undefined && found <= MAX_VOLATILITY) return found;
  }
  return undefined;
}

function volatilityOf({ order }: FeedEntry, { now, spotOf }: Market): number | undefined {
  const { terms } = describeOrder(order);
  const asset = assetOfFeed(order.priceFeed);
  if (terms === undefined || asset === undefined) return undefined;
  return priceOrder({
    terms,
    price: order.price,
    expiry: order.expiry,
    now,
    spot: spotOf(asset)?.price,
  }).volatility;
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
