import type { OrderRow } from '../../../shared/messages/market.ts';

/** A row with its place in the list. */
export interface PlacedRow {
  readonly row: OrderRow;
  /** Stays the same when newer quotes of the same terms replace the row. */
  readonly slot: string;
  /** Identifies a group of adjacent rows: same expiry and asset, signatures checked or not. */
  readonly group: string;
  /** True when the quote has gone without a replacement. */
  readonly isGone: boolean;
}

/** Gives every row its own place. */
export function placeRows(rows: readonly OrderRow[]): readonly PlacedRow[] {
  return rows.map((row) => ({
    row,
    slot: row.digest,
    group: `${row.expiry} ${row.asset} ${row.isChecked}`,
    isGone: false,
  }));
}

/**
 * Updates a list without moving any row: a missing row is replaced by a new one of the same terms,
 * or stays and is marked. Counts other new rows without showing them.
 */
export function holdRows(
  held: readonly PlacedRow[],
  fresh: readonly OrderRow[],
): { readonly rows: readonly PlacedRow[]; readonly waiting: number } {
  const byDigest = new Map(fresh.map((row) => [row.digest, row]));
  const known = new Set(held.map(({ row }) => row.digest));
  const successors = new Map<string, OrderRow[]>();
  for (const row of fresh) {
    if (known.has(row.digest)) continue;
    const terms = termsOf(row);
    const same = successors.get(terms);
    if (same === undefined) successors.set(terms, [row]);
    else same.push(row);
  }
  const rows = held.map((placed): PlacedRow => {
    const current = byDigest.get(placed.row.digest);
    if (current !== undefined) {
      return current === placed.row && !placed.isGone
        ? placed
        : { ...placed, row: current, isGone: false };
    }
    const next = successors.get(termsOf(placed.row))?.shift();
    return next === undefined
      ? { ...placed, isGone: true }
      : { ...placed, row: next, isGone: false };
  });
  const waiting = [...successors.values()].reduce((sum, same) => sum + same.length, 0);
  return { rows, waiting };
}

function termsOf({ asset, product, side, strikes, expiry }: OrderRow): string {
  return `${asset} ${product} ${side} ${strikes.join(' ')} ${expiry}`;
}
