import { type ListedOrder, termsKey } from '../../../../shared/desk/one-row-per-terms.ts';

export interface PlacedRow {
  readonly row: ListedOrder;
  /** The order's terms. A newer quote with the same terms takes over the slot. */
  readonly slot: string;
  /** Group of adjacent rows: same expiry and asset, signatures checked or not. */
  readonly group: string;
  /** True when the quote has left the feed, and no quote with the same terms has replaced it. */
  readonly isGone: boolean;
}

/** Returns the rows with the slots that they take in the list. */
export function placeRows(rows: readonly ListedOrder[]): readonly PlacedRow[] {
  return rows.map((row) => ({
    row,
    slot: termsKey(row),
    group: `${row.expiry} ${row.asset} ${row.isChecked}`,
    isGone: false,
  }));
}

/**
 * Updates a list without moving any row. A row whose terms have no quote any more stays and is
 * marked. New terms aren't shown yet, only counted.
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
