import { describeOrder } from '../../../shared/orders/describe.ts';
import {
  type MarketVolatility,
  marketVolatility,
  type VolatilityQuote,
} from '../../../shared/orders/market-volatility.ts';
import type { Order } from '../../../shared/orders/order.ts';
import type { FeedEntry } from '../../../shared/orders/parse-feed.ts';
import { priceOrder } from '../../../shared/orders/price.ts';
import { type Price8, toNumber8, toWhole, type UnixSeconds } from '../../../shared/units.ts';

/** Returns the entries with checked signatures. */
export function genuineOf(
  { byDigest }: { readonly byDigest: ReadonlyMap<string, FeedEntry> },
  isGenuine: (digest: string, entry: FeedEntry) => boolean | undefined,
): readonly FeedEntry[] {
  return [...byDigest].flatMap(([digest, entry]) => (isGenuine(digest, entry) ? [entry] : []));
}

type Terms = Pick<Order, 'priceFeed' | 'expiry' | 'strikes'>;

export type VolatilityLookup = (terms: Terms) => MarketVolatility | undefined;

/**
 * Returns a function that looks up annual volatilities (fractions) for products without their own
 * volatility. Uses unexpired one-strike quotes on the same asset and expiry: see
 * `marketVolatility`. Uses signed prices and the given spot price, but not the feed's greeks, which
 * nobody signs.
 * @param entries feed entries with checked signatures
 */
export function quotedVolatilities(
  entries: Iterable<FeedEntry>,
  market: {
    readonly now: UnixSeconds;
    readonly spotOf: (order: Order) => Price8 | undefined;
    /** Returns the asset's price from the time when a quote was first read. Default: `spotOf`. */
    readonly quoteSpotOf?: ((entry: FeedEntry) => Price8 | undefined) | undefined;
  },
): VolatilityLookup {
  let groups: Map<string, VolatilityQuote[]> | undefined;
  const found = new Map<string, MarketVolatility | undefined>();
  return (terms) => {
    groups ??= groupQuotes(entries, market);
    const [group, strike] = [groupOf(terms), middleOf(terms)];
    const key = `${group} ${strike}`;
    if (!found.has(key)) found.set(key, marketVolatility(groups.get(group) ?? [], strike));
    return found.get(key);
  };
}

function groupQuotes(
  entries: Iterable<FeedEntry>,
  { now, spotOf, quoteSpotOf }: Parameters<typeof quotedVolatilities>[1],
): Map<string, VolatilityQuote[]> {
  const groups = new Map<string, VolatilityQuote[]>();
  for (const entry of entries) {
    const { order } = entry;
    const [strike] = order.strikes;
    if (strike === undefined || order.strikes.length > 1) continue;
    let known: { readonly found: number | undefined } | undefined;
    const quote: VolatilityQuote = {
      maker: order.maker.toLowerCase(),
      isBid: order.isLong,
      strike: toNumber8(strike),
      size: dollarsOf(order, spotOf(order)),
      volatility() {
        known ??= { found: volatilityOf(order, now, quoteSpotOf?.(entry) ?? spotOf(order)) };
        return known.found;
      },
    };
    const group = groups.get(groupOf(order));
    if (group === undefined) groups.set(groupOf(order), [quote]);
    else group.push(quote);
  }
  return groups;
}

/** Returns an order's signed budget in dollars. */
function dollarsOf(order: Order, spot: Price8 | undefined): number {
  const { collateral, product } = describeOrder(order);
  const units = toWhole(order.maxCollateralUsable, collateral?.decimals ?? 0);
  return product?.isQuoteCollateral === false
    ? units * (spot === undefined ? 0 : toNumber8(spot))
    : units;
}

function volatilityOf(order: Order, now: UnixSeconds, spot: Price8 | undefined) {
  const { terms } = describeOrder(order);
  if (terms === undefined) return undefined;
  return priceOrder({ terms, price: order.price, expiry: order.expiry, now, spot }).volatility;
}

function groupOf({ priceFeed, expiry }: Terms): string {
  return `${priceFeed.toLowerCase()} ${expiry}`;
}

function middleOf({ strikes }: Terms): number {
  return strikes.reduce((sum, strike) => sum + toNumber8(strike), 0) / strikes.length;
}
