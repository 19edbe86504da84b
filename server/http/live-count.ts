import type { Clock } from '../../shared/ports.ts';
import type { Rate } from './rate-limiter.ts';

/** Bounds the number of live items. */
export interface LiveCount {
  /**
   * Adds an item that lives for `windowMs`. Returns 0, or the whole seconds to wait when the limit
   * is reached.
   */
  add(key: string): number;
}

/** Number of batches in a lifetime; items of one batch expire together. */
const BATCHES = 12;

interface Batch {
  readonly opened: number;
  /** End of its last item. */
  until: number;
  count: number;
}

/**
 * Creates a count that allows at most `hits` live items in any period of `windowMs`; a fixed window
 * would allow twice as many across its edge. Items that begin within a twelfth of a lifetime expire
 * together with the last of them, so a slot may become free that much later. Keys must be few and
 * our own (tenants), not client input.
 */
export function createLiveCount(clock: Clock, { hits, windowMs }: Rate): LiveCount {
  const all = new Map<string, { total: number; readonly batches: Batch[] }>();

  return {
    add(key) {
      const now = clock.now();
      let alive = all.get(key);
      if (alive === undefined) {
        alive = { total: 0, batches: [] };
        all.set(key, alive);
      }
      const { batches } = alive;
      for (let first = batches[0]; first !== undefined && first.until <= now; first = batches[0]) {
        alive.total -= first.count;
        batches.shift();
      }
      if (alive.total >= hits) {
        const until = batches[0]?.until ?? now;
        return Math.max(1, Math.ceil((until - now) / 1000));
      }
      alive.total++;
      const last = batches.at(-1);
      if (last === undefined || now >= last.opened + windowMs / BATCHES) {
        batches.push({ opened: now, until: now + windowMs, count: 1 });
      } else {
        last.until = Math.max(last.until, now + windowMs);
        last.count++;
      }
      return 0;
    },
  };
}
