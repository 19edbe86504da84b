import type { OrderRow } from '../messages/market.ts';
import { byStrikes } from './order-of-terms.ts';

/** The quote that the list shows for its terms. */
export interface ListedOrder extends OrderRow {
  /** Quotes of other makers with these terms, the best one first. */
  readonly others: readonly OrderRow[];
}

/** The members that quotes of the same option and side share. */
export type OrderTerms = Pick<
  OrderRow,
  'asset' | 'product' | 'side' | 'strikes' | 'expiry' | 'collateralSymbol'
>;

/** Returns a key that is equal for quotes with equal terms. */
export function termsKey(row: OrderTerms): string {
  const { asset, product, side, strikes, expiry, collateralSymbol } = row;
  return `${asset} ${product} ${side} ${strikes.join(' ')} ${expiry} ${collateralSymbol}`;
}

/** Returns true when `termsKey` is equal for both. */
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
 * Returns one row per terms: each maker's newest quote, and among makers the best price for the
 * taker. A quote with an unchecked signature never hides a checked one, and a quote without a
 * remaining budget never hides another.
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

/** Returns the best quote of an option and side at a time (Unix seconds), if makers offer one. */
export function liveQuoteOf(
  terms: OrderTerms,
  rows: readonly OrderRow[],
  now: number,
): OrderRow | undefined {
  return rankedQuotes(rows.filter((row) => row.quoteEnds > now && hasSameTerms(row, terms)))[0];
}

/** Returns the newest quote of each maker for the same terms, the taker's best price first. */
export function rankedQuotes(same: readonly OrderRow[]): readonly OrderRow[] {
  if (same.length < 2) return same;
  return newestOfEachMaker(same)
    .toSorted((a, b) => (better(a, b) === a ? -1 : 1))
    .map(({ row }) => row);
}

/** Returns the row without quotes that end by a time (Unix seconds); undefined when all do. */
export function stillQuoted(row: ListedOrder, over: number): ListedOrder | undefined {
  const isAlive = ({ quoteEnds }: OrderRow) => quoteEnds > over;
  if (isAlive(row) && row.others.every(isAlive)) return row;
  const [best, ...others] = [row, ...row.others].filter(isAlive);
  return best === undefined ? undefined : { ...best, others };
}

/** A quote with the amounts that its rank depends on, read once. */
interface Ranked {
  readonly row: OrderRow;
  readonly price: bigint;
  readonly available: bigint;
}

/** An unchecked quote can name any maker, so it counts only if no quote of the terms is checked. */
function newestOfEachMaker(quotes: readonly OrderRow[]): readonly Ranked[] {
  const checked = quotes.filter(({ isChecked }) => isChecked);
  const newest = new Map<string, Ranked>();
  for (const row of checked.length === 0 ? quotes : checked) {
    const quote = { row, price: row.price, available: row.available };
    const known = newest.get(row.maker);
    if (known === undefined || isNewer(quote, known)) newest.set(row.maker, quote);
  }
  return [...newest.values()];
}

function isNewer(quote: Ranked, known: Ranked): boolean {
  if (isUsable(quote) !== isUsable(known)) return isUsable(quote);
  return quote.row.quoteEnds === known.row.quoteEnds
    ? better(known, quote) === quote
    : quote.row.quoteEnds > known.row.quoteEnds;
}

function better(a: Ranked, b: Ranked): Ranked {
  if (isUsable(a) !== isUsable(b)) return isUsable(a) ? a : b;
  if (a.price === b.price) return b.available > a.available ? b : a;
  return a.price < b.price === (a.row.side === 'buy') ? a : b;
}

const isUsable = ({ available }: Ranked) => available > 0n;
