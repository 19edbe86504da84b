/** Number of rows above which a result is kept. Reading so many rows again is slow. */
const LARGE = 10_000;
const KEPT_MS = 10_000;

/** A result, and the number of rows that its query read. */
export interface Walk<T> {
  readonly value: T;
  readonly rows: number;
}

/**
 * Returns a function that reads a named result. Simultaneous requests share one read, and a result
 * of many rows is used for ten more seconds. `remembered` is the maximum number of results in
 * memory.
 */
export function createKept<T>(
  remembered: number,
): (name: string, read: () => Promise<Walk<T>>) => Promise<T> {
  const known = new Map<string, { readonly reading: Promise<Walk<T>>; until: number }>();

  return async (name, read) => {
    const last = known.get(name);
    if (last !== undefined && performance.now() < last.until) return (await last.reading).value;
    known.delete(name);
    const own = { reading: read(), until: Number.POSITIVE_INFINITY };
    known.set(name, own);
    const [oldest] = known.keys();
    if (known.size > remembered && oldest !== undefined) known.delete(oldest);
    let isLarge = false;
    try {
      const { value, rows } = await own.reading;
      isLarge = rows >= LARGE;
      own.until = performance.now() + KEPT_MS;
      return value;
    } finally {
      if (!isLarge && known.get(name) === own) known.delete(name);
    }
  };
}

const TOTALS = 1_000;

/** Returns a function that counts a named list. A large total is kept for ten seconds. */
export function createTotals(): (name: string, count: () => Promise<number>) => Promise<number> {
  const kept = createKept<number>(TOTALS);
  return (name, count) =>
    kept(name, async () => {
      const value = await count();
      return { value, rows: value };
    });
}
