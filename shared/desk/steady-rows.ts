import { isRecord } from '../is-record.ts';
import type { OrderRow } from '../messages/market.ts';

/**
 * Returns the next reading of the orders, in which every row that equals a row of the former reading
 * is that same object. Screens skip rows whose object is the same.
 */
export function steadyRows(
  former: readonly OrderRow[],
  next: readonly OrderRow[],
): readonly OrderRow[] {
  const known = new Map(former.map((row) => [row.digest, row]));
  let isSame = former.length === next.length;
  const rows = next.map((row, i) => {
    const before = known.get(row.digest);
    const kept = before !== undefined && isSameValue(before, row) ? before : row;
    if (kept !== former[i]) isSame = false;
    return kept;
  });
  return isSame ? former : rows;
}

/** Compares values of JSON, member by member. */
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
