import { type ListedOrder, termsKey } from '../../../../shared/desk/one-row-per-terms.ts';

export interface PlacedRow {
  readonly row: ListedOrder;
  /** The terms, which stay the same when another quote with these terms replaces the row. */
  readonly slot: string;
  /** Identifies a group of adjacent rows: same expiry and asset, signatures checked or not. */
  readonly group: string;
  /** True when the quote is gone and has no replacement. */
  readonly isGone: boolean;
}

/** Assigns each row a slot in the list. */
export function placeRows(rows: readonly ListedOrder[]): readonly PlacedRow[] {
  return rows.map((row) => ({
    row,
    slot: termsKey(row),
    group: `${row.expiry} ${row.asset} ${row.isChecked}`,
    isGone: false,
  }));
}

/**
 * Updates a list without moving any row: a row without a quote for its terms remains and is marked.
 * Rows with other terms are only counted.
 */
export function holdRows(
  held: readonly PlacedRow[],
  fresh: readonly ListedOrder[],
): { readonly rows: readonly PlacedRow[]; readonly waiting: number } {
  const byTerms = new Map(fresh.map((row) => [termsKey(row), row]));
  const rows = held.map((placed): PlacedRow => {
    const current = byTerms.get(placed.slot);
    if (current === undefined) return { ...placed, isGone: true };
    return current === placed.row && !placed.isGone
      ? placed
      : { ...placed, row: current, isGone: false };
  });
  return { rows, waiting: byTerms.size - rows.filter(({ isGone }) => !isGone).length };
}
