import type { OrderRow } from '../messages/market.ts';
import { byStrikes } from './order-of-terms.ts';

/** The quote that the list shows for its terms, with all other quotes of the same terms. */
export interface ListedOrder extends OrderRow {
  /** Quotes of other makers with these terms, the best quote first. */
  readonly others: readonly OrderRow[];
}

/** The members that are equal for quotes of the same option and side. */
export type OrderTerms = Pick<
  OrderRow,
  'asset' | 'product' | 'side' | 'strikes' | 'expiry' | 'collateralSymbol'
>;

/** Returns a key that is equal for quotes with equal terms. */
export function termsKey(row: OrderTerms): string {
  const { asset, product, side, strikes, expiry, collateralSymbol } = row;
  return `${asset} ${product} ${side} ${strikes.join(' ')} ${expiry} ${collateralSymbol}`;
}

/** Returns true when two rows have an equal `termsKey`. */
export function hasSameTerms(a: OrderTerms, b: OrderTerms): boolean {
  return (
    a.expiry === b.expiry &&
    a.product === b.product &&
    a.side === b.side &&
    a.asset === b.asset &&
    a.collateralSymbol === b.collateralSymbol &&
    byStrikes(a.strikes, b.strikes) === 0
  );
}

/**
 * Returns one row for all quotes with the same terms: the taker's best choice among each maker's
 * newest quotes. A quote with an unchecked signature never hides a checked quote, and a quote
 * without budget never hides another quote.
 */
export function oneRowPerTerms(rows: readonly OrderRow[]): readonly ListedOrder[] {
  const byTerms = new Map<string, OrderRow[]>();
  for (const row of rows) {
    const key = termsKey(row);
    const same = byTerms.get(key);
    if (same === undefined) byTerms.set(key, [row]);
    else same.push(row);
  }
  return [...byTerms.values()].flatMap((same) => {
    const [best, ...others] = rankedQuotes(same);
    return best === undefined ? [] : [{ ...best, others }];
  });
}

/**
 * Returns the best quote for an option and side at a time (Unix seconds); undefined if no maker
 * offers a quote.
 */
export function liveQuoteOf(
  terms: OrderTerms,
  rows: readonly OrderRow[],
  now: number,
): OrderRow | undefined {
  return rankedQuotes(rows.filter((row) => row.quoteEnds > now && hasSameTerms(row, terms)))[0];
}

/** Returns each maker's newest quote for the same terms, the taker's best price first. */
export function rankedQuotes(same: readonly OrderRow[]): readonly OrderRow[] {
  if (same.length < 2) return same;
  return newestOfEachMaker(same).toSorted((a, b) => (better(a, b) === a ? -1 : 1));
}

/**
 * Returns the row without quotes that end by a time (Unix seconds); undefined if no quote is left.
 */
export function stillQuoted(row: ListedOrder, over: number): ListedOrder | undefined {
  const isAlive = ({ quoteEnds }: OrderRow) => quoteEnds > over;
  if (isAlive(row) && row.others.every(isAlive)) return row;
  const [best, ...others] = [row, ...row.others].filter(isAlive);
  return best === undefined ? undefined : { ...best, others };
}

/**
 * An unchecked quote can name any maker, so it isn't used if the maker also has a checked quote.
 */
function newestOfEachMaker(quotes: readonly OrderRow[]): readonly OrderRow[] {
  const checked = quotes.filter(({ isChecked }) => isChecked);
  const newest = new Map<string, OrderRow>();
  for (const quote of checked.length === 0 ? quotes : checked) {
    const known = newest.get(quote.maker);
    if (known === undefined || isNewer(quote, known)) newest.set(quote.maker, quote);
  }
  return [...newest.values()];
}

function isNewer(quote: OrderRow, known: OrderRow): boolean {
  if (isUsable(quote) !== isUsable(known)) return isUsable(quote);
  return quote.quoteEnds === known.quoteEnds
    ? better(known, quote) === quote
    : quote.quoteEnds > known.quoteEnds;
}

function better(a: OrderRow, b: OrderRow): OrderRow {
  if (isUsable(a) !== isUsable(b)) return isUsable(a) ? a : b;
  if (a.price === b.price) return b.available > a.available ? b : a;
  return a.price < b.price === (a.side === 'buy') ? a : b;
}

const isUsable = ({ available }: OrderRow) => available > 0n;
