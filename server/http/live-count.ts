import type { Clock } from '../../shared/ports.ts';
import type { Rate } from './rate-limiter.ts';

/** Bounds how many of something that lives for a while are alive at once. */
export interface LiveCount {
  /**
   * Counts one that lives from now for `windowMs`; gives the whole seconds to wait when that would be
   * one too many, else 0.
   */
  add(key: string): number;
}

/** One batch holds what begins within this part of a life. */
const BATCHES = 12;

interface Batch {
  readonly opened: number;
  /** When the last of them ends. */
  until: number;
  count: number;
}

/**
 * Never more than `hits` alive in any stretch of `windowMs`, unlike a fixed window, over whose edge
 * there may be twice as many. Those that begin within a twelfth of a life end together with the last
 * of them, so a place may become free that much later than it could. Keys are the caller's own few
 * (tenants), not a client's words.
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
