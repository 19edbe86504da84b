import { describeOrder } from '../../../shared/orders/describe.ts';
import type { Order } from '../../../shared/orders/order.ts';
import type { FeedEntry } from '../../../shared/orders/parse-feed.ts';
import { priceOrder, toNumber8 } from '../../../shared/orders/price.ts';
import type { Price8, UnixSeconds } from '../../../shared/units.ts';

/** Higher implied volatilities are treated as mispriced quotes. A fraction per year. */
const MAX_VOLATILITY = 3;

/** Key of a volatility look-up. */
type Terms = Pick<Order, 'priceFeed' | 'expiry' | 'strikes'>;

/** A one-strike quote whose implied volatility is solved when it is first needed. */
interface Quote {
  readonly strike: number;
  readonly volatility: () => number | undefined;
}

/**
 * Returns a look-up of annual volatilities (fractions) for products that imply none of their own: of
 * the live one-strike quotes on the same asset and expiry, the one with the nearest strike. Uses the
 * signed price and the given spot, never the feed's own greeks, which nobody signs. The look-up
 * returns undefined without a plausible quote.
 */
export function quotedVolatilities(
  entries: Iterable<Pick<FeedEntry, 'order'>>,
  market: { readonly now: UnixSeconds; readonly spotOf: (order: Order) => Price8 | undefined },
): (terms: Terms) => number | undefined {
  let groups: Map<string, Quote[]> | undefined;
  return (terms) => {
    groups ??= groupQuotes(entries, market);
    return nearestVolatility(groups.get(groupOf(terms)) ?? [], middleOf(terms));
  };
}

function groupQuotes(
  entries: Iterable<Pick<FeedEntry, 'order'>>,
  { now, spotOf }: Parameters<typeof quotedVolatilities>[1],
): Map<string, Quote[]> {
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
  for (const group of groups.values()) group.sort((a, b) => a.strike - b.strike);
  return groups;
}

/** Walks outwards from a strike until a quote is plausible. Quotes ascend by strike. */
function nearestVolatility(quotes: readonly Quote[], strike: number): number | undefined {
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
    if (found !== undefined && found <= MAX_VOLATILITY) return found;
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
