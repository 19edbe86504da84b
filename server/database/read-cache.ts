/**
 * Rows that need not be read again, by key. A driver that can tell whether anybody else has changed
 * the database (SQLite's) looks here first and empties it as soon as somebody has; what this process
 * writes is dropped by the writer itself, in the same turn (`SqlDriver.write`).
 */
export interface ReadCache<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
  drop(key: string): void;
  /** Drops every entry that fits. */
  dropWhere(fits: (value: V) => boolean): void;
  clear(): void;
}

/** One row to be found in a cache, or read and put there. */
export interface Cached<T> {
  readonly cache: ReadCache<T & {}>;
  readonly key: string;
}

/**
 * A cache whose entries together weigh no more than `limit`, each as much as `weigh` says; the one
 * that came first goes first. What alone weighs more is not kept.
 */
export function createReadCache<V>(limit: number, weigh: (value: V) => number): ReadCache<V> {
  const entries = new Map<string, V>();
  let weight = 0;

  function drop(key: string): void {
    const value = entries.get(key);
    if (value === undefined) return;
    entries.delete(key);
    weight -= weigh(value);
  }

  return {
    get: (key) => entries.get(key),
    set(key, value) {
      drop(key);
      const own = weigh(value);
      if (own > limit) return;
      for (const oldest of entries.keys()) {
        if (weight + own <= limit) break;
        drop(oldest);
      }
      entries.set(key, value);
      weight += own;
    },
    drop,
    dropWhere(fits) {
      for (const [key, value] of entries) if (fits(value)) drop(key);
    },
    clear() {
      entries.clear();
      weight = 0;
    },
  };
}
