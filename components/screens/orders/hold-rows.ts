import type { OrderRow } from '../../../shared/messages/market.ts';

/** A row in its place in the list. */
export interface PlacedRow {
  readonly row: OrderRow;
  /** Stays the same while newer quotes of the same terms take the place. */
  readonly slot: string;
  /** Rows of one group follow each other: same expiry and asset, and signatures checked or not yet. */
  readonly group: string;
  /** The quote has gone and nothing took its place. */
  readonly isGone: boolean;
}

/** Puts every row in its own place. */
export function placeRows(rows: readonly OrderRow[]): readonly PlacedRow[] {
  return rows.map((row) => ({
    row,
    slot: row.digest,
    group: `${row.expiry} ${row.asset} ${row.isChecked}`,
    isGone: false,
  }));
}

/**
 * Updates a list without moving any row: a row that is gone is replaced by a new one of the same
 * terms, or stays and is marked. Other new rows are left out and counted.
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
