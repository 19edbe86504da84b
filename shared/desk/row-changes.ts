import { isRecord } from '../is-record.ts';
import type { OrderRow } from '../messages/market.ts';

export interface RowChanges {
  readonly rows: readonly OrderRow[];
  /** Digests of the former rows that are gone. */
  readonly gone: readonly string[];
}

/** Returns the difference between two readings of the orders, regardless of the order of rows. */
export function changesOf(former: readonly OrderRow[], next: readonly OrderRow[]): RowChanges {
  const left = new Map(former.map((row) => [row.digest, row]));
  const rows = next.filter((row) => {
    const before = left.get(row.digest);
    left.delete(row.digest);
    return before === undefined || !isSameValue(before, row);
  });
  return { rows, gone: [...left.keys()] };
}

/**
 * Returns the former rows with changes applied. Unchanged rows stay the same objects, so that
 * screens skip them; without any change, the list stays the same.
 */
export function withRowChanges(
  former: readonly OrderRow[],
  { rows, gone }: RowChanges,
): readonly OrderRow[] {
  if (rows.length === 0 && gone.length === 0) return former;
  const changed = new Map(rows.map((row) => [row.digest, row]));
  const dropped = new Set(gone);
  const kept = former.flatMap((row) => {
    if (dropped.has(row.digest)) return [];
    const next = changed.get(row.digest);
    changed.delete(row.digest);
    return [next ?? row];
  });
  return [...kept, ...changed.values()];
}

/** Compares JSON values member by member. */
function isSameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((one, i) => isSameValue(one, b[i]));
  if (!isRecord(a) || !isRecord(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length && names.every((name) => isSameValue(a[name], b[name]))
  );
}
