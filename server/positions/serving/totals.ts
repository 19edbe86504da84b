/** Counting more rows takes longer than reading a page. */
const LARGE = 10_000;
const KEPT_MS = 10_000;
const REMEMBERED = 1_000;

/** Returns the total of the list with this name; counts a large list at most every ten seconds. */
export function createTotals(): (name: string, count: () => Promise<number>) => Promise<number> {
  const known = new Map<string, { readonly total: number; readonly until: number }>();

  return async (name, count) => {
    const last = known.get(name);
    if (last !== undefined && performance.now() < last.until) return last.total;
    known.delete(name);
    const total = await count();
    if (total >= LARGE) known.set(name, { total, until: performance.now() + KEPT_MS });
    const [oldest] = known.keys();
    if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
    return total;
  };
}
