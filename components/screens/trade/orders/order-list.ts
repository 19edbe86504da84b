import type { ProductName } from '../../../../shared/chain/implementations.ts';
import { type ListedOrder, stillQuoted } from '../../../../shared/desk/one-row-per-terms.ts';
import { byStrikes, byText } from '../../../../shared/desk/order-of-terms.ts';
import type { OrderRow } from '../../../../shared/messages/market.ts';
import type { OrderFilter, OrderSort } from '../../../../shared/messages/order-filter.ts';
import { hasWords, searchableText, searchedWords } from '../../../texts/order-search.ts';
import { productLabel } from '../../../texts/product-name.ts';

const DAY_SECONDS = 86_400;

export const NO_FILTER: OrderFilter = {
  asset: '',
  product: '',
  side: '',
  expiry: '',
  search: '',
  sort: 'expiry',
};

/**
 * Orders with values for filters. The values are computed once, because a list can have ten
 * thousand orders.
 */
export interface OrderIndex {
  /** Sorted by terms, so that rows that compare as equal always have the same order. */
  readonly rows: readonly ListedOrder[];
  /** Searchable text of each row: its words, each after a space. */
  readonly texts: readonly string[];
  /** Expiries of the quotes, ascending, to find expired ones quickly. */
  readonly ends: readonly number[];
  readonly assets: readonly string[];
  /** Product names as text. */
  readonly products: readonly (readonly [name: ProductName, words: string])[];
  /** Unix seconds, ascending. */
  readonly expiries: readonly number[];
}

export function indexOrders(unordered: readonly ListedOrder[]): OrderIndex {
  const rows = unordered.toSorted(byTerms);
  const products = new Map(
    [...new Set(rows.map(({ product }) => product))].map((name) => [name, productLabel(name)]),
  );
  return {
    rows,
    texts: rows.map(searchableText),
    ends: rows
      .flatMap(({ quoteEnds, others }) => [quoteEnds, ...others.map((other) => other.quoteEnds)])
      .sort((a, b) => a - b),
    assets: [...new Set(rows.map(({ asset }) => asset))].sort(),
    products: [...products].sort(([, a], [, b]) => a.localeCompare(b)),
    expiries: [...new Set(rows.map(({ expiry }) => expiry))].sort((a, b) => a - b),
  };
}

/**
 * Returns the expiry of the last quote that has expired at a time (Unix seconds). The list changes
 * only when this value changes.
 */
export function lastEnd({ ends }: OrderIndex, now: number): number {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] ?? 0) <= now) low = middle + 1;
    else high = middle;
  }
  return ends[low - 1] ?? 0;
}

/**
 * Returns the rows that pass a filter, in the filter's order; equal rows are in the order of their
 * terms. Rows that lack the figure by which the list is sorted are last. Rows with an unchecked
 * signature follow all others and are sorted in the same way.
 * @param times.now Unix seconds, for spans of expiry
 * @param times.over leaves out quotes that expire by then (Unix seconds)
 */
export function filterOrders(
  { rows, texts }: OrderIndex,
  filter: OrderFilter,
  times: { readonly now: number; readonly over: number },
): readonly ListedOrder[] {
  const { now, over } = times;
  const words = searchedWords(filter.search);
  const isInTime = expiryTest(filter.expiry, now);
  const shown = rows.flatMap((row, i) => {
    const fits =
      (filter.asset === '' || row.asset === filter.asset) &&
      (filter.product === '' || row.product === filter.product) &&
      (filter.side === '' || row.side === filter.side) &&
      isInTime(row.expiry) &&
      hasWords(texts[i] ?? '', words);
    return (fits ? stillQuoted(row, over) : undefined) ?? [];
  });
  const order = ORDERS[filter.sort];
  return shown.sort((a, b) => Number(b.isChecked) - Number(a.isChecked) || order(a, b));
}

/** Counts the checked orders of a list. Unchecked orders may be invalid. */
export function countChecked(rows: readonly ListedOrder[]): number {
  return rows.filter(({ isChecked }) => isChecked).length;
}

/** Returns true when the remaining budget is too small for one contract. */
export function hasNothingLeft({ available }: OrderRow): boolean {
  return available === 0n;
}

/** Returns how many parts of the filter hide orders. */
export function activeParts({ sort: _, search, ...parts }: OrderFilter): number {
  return Object.values(parts).filter((part) => part !== '').length + (search.trim() === '' ? 0 : 1);
}

/** Sorts offers to buy first, because a buyer's leverage and a seller's yield can't be compared. */
const sideOf = ({ side }: OrderRow) => (side === 'buy' ? 0 : 1);

/** Compares rows by terms only, so that two readings of a feed have the same order. */
function byTerms(a: OrderRow, b: OrderRow): number {
  return (
    a.expiry - b.expiry ||
    byText(a.asset, b.asset) ||
    byText(a.product, b.product) ||
    byStrikes(a.strikes, b.strikes) ||
    byText(a.side, b.side) ||
    Number(a.price) - Number(b.price) ||
    byText(a.digest, b.digest)
  );
}

const ORDERS: Readonly<Record<OrderSort, (a: OrderRow, b: OrderRow) => number>> = {
  expiry: (a, b) => a.expiry - b.expiry,
  price: (a, b) => Number(a.priceUsd ?? Number.MAX_VALUE) - Number(b.priceUsd ?? Number.MAX_VALUE),
  edge: (a, b) => sideOf(a) - sideOf(b) || (b.edge ?? 0) - (a.edge ?? 0),
  chance: (a, b) => (b.profitChance ?? -1) - (a.profitChance ?? -1),
  budget: (a, b) => (b.budgetUsd ?? -1) - (a.budgetUsd ?? -1),
  life: (a, b) => b.quoteEnds - a.quoteEnds,
};

function expiryTest(expiry: string, now: number): (at: number) => boolean {
  if (expiry === '') return () => true;
  if (!expiry.endsWith('d')) return (at) => at === Number(expiry);
  const end = now + Number(expiry.slice(0, -1)) * DAY_SECONDS;
  return (at) => at <= end;
}
