import { describeOrder } from '../../../shared/orders/describe.ts';
import type { Order } from '../../../shared/orders/order.ts';
import type { FeedEntry } from '../../../shared/orders/parse-feed.ts';
import { priceOrder } from '../../../shared/orders/price.ts';
import { type Price8, toNumber8, type UnixSeconds } from '../../../shared/units.ts';

/** Higher implied volatilities are treated as mispriced quotes. A fraction per year. */
const MAX_VOLATILITY = 3;

/** Quotes further from the expiry's middle volatility than this factor are treated as mispriced. */
const MAX_FACTOR = 2.5;
/** Quotes that determine the middle: solving all of a large feed would take too long. */
const SAMPLED = 31;

/** Key of a volatility look-up. */
type Terms = Pick<Order, 'priceFeed' | 'expiry' | 'strikes'>;

/** A one-strike quote whose implied volatility is solved when it is first needed. */
interface Quote {
  readonly strike: number;
  readonly volatility: () => number | undefined;
}

/**
 * Returns a look-up of annual volatilities (fractions) for products that imply none of their own: of
 * the live one-strike quotes on the same asset and expiry, the one with the nearest strike that agrees with
 * the rest: anybody can sign a quote whose price makes no sense, and needs no money for it. Uses the
 * signed price and the given spot, never the feed's own greeks, which nobody signs. The look-up
 * returns undefined without a plausible quote.
 */
export function quotedVolatilities(
  entries: Iterable<Pick<FeedEntry, 'order'>>,
  market: { readonly now: UnixSeconds; readonly spotOf: (order: Order) => Price8 | undefined },
): (terms: Terms) => number | undefined {
  let groups: Map<string, Group> | undefined;
  return (terms) => {
    groups ??= groupQuotes(entries, market);
    const group = groups.get(groupOf(terms));
    return group && nearestVolatility(group.quotes, group.middle(), middleOf(terms));
  };
}

/** The quotes of one asset and expiry. */
interface Group {
  /** Ascending by strike. */
  readonly quotes: readonly Quote[];
  /** Median volatility of its plausible quotes. */
  readonly middle: () => number;
}

function groupQuotes(
  entries: Iterable<Pick<FeedEntry, 'order'>>,
  { now, spotOf }: Parameters<typeof quotedVolatilities>[1],
): Map<string, Group> {
  const groups = new Map<string, Quote[]>();
  for (const { order } of entries) {
    const [strike] = order.strikes;
    if (strike === undefined || order.strikes.length > 1) continue;
    let known: { readonly found: number | undefined } | undefined;
    const volatility = () => {
      known ??= { found: volatilityOf(order, now, spotOf(order)) };
      return known.found;
    };
    const key = groupOf(order);
    const group = groups.get(key);
    const quote = { strike: toNumber8(strike), volatility };
    if (group === undefined) groups.set(key, [quote]);
    else group.push(quote);
  }
  return new Map(
    [...groups].map(([key, some]) => {
      const quotes = some.toSorted((a, b) => a.strike - b.strike);
      let middle: number | undefined;
      return [key, { quotes, middle: () => (middle ??= medianOf(quotes)) }];
    }),
  );
}

/** Returns the median of plausible volatilities; of many quotes, of some that are spread evenly. */
function medianOf(quotes: readonly Quote[]): number {
  const step = Math.max(1, Math.ceil(quotes.length / SAMPLED));
  const found = quotes
    .filter((_, i) => i % step === 0)
    .map((quote) => quote.volatility() ?? Number.POSITIVE_INFINITY)
    .filter((volatility) => volatility <= MAX_VOLATILITY)
    .sort((a, b) => a - b);
  return found[Math.floor(found.length / 2)] ?? 0;
}

/** Walks outwards from a strike until a quote is plausible. Quotes ascend by strike. */
function nearestVolatility(
  quotes: readonly Quote[],
  middle: number,
  strike: number,
): number | undefined {
  let above = quotes.findIndex((quote) => quote.strike >= strike);
  if (above < 0) above = quotes.length;
  let below = above - 1;
  for (;;) {
    const [low, high] = [quotes[below], quotes[above]];
    const isLow =
      low !== undefined && (high === undefined || strike - low.strike < high.strike - strike);
    const next = isLow ? low : high;
    if (next === undefined) return undefined;
    if (isLow) below -= 1;
    else above += 1;
    const found = next.volatility();
    if (found === undefined || found > MAX_VOLATILITY) continue;
    if (found >= middle / MAX_FACTOR && found <= middle * MAX_FACTOR) return found;
  }
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
