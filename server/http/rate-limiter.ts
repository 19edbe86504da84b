import type { Clock } from '../../shared/ports.ts';

/** So many requests in so long a window. */
export interface Rate {
  readonly hits: number;
  readonly windowMs: number;
}

export interface RateLimiter {
  /**
   * Counts hits; returns the whole seconds to wait when they bring the key over its rate, else 0.
   * What goes over the rate is not counted.
   */
  hit(key: string, hits?: number): number;
  /** Returns what one `hit` would, without counting. */
  peek(key: string): number;
  /** Takes one hit of the running window back. */
  giveBack(key: string): void;
}

/** So many keys are remembered at least, and twice as many at most; the oldest go first. */
const KEYS = 16_384;

interface Window {
  count: number;
  readonly end: number;
}

/**
 * Counts in fixed windows in this process's memory, each starting at its key's first hit.
 * @fastify/rate-limit can't take a hit back, weigh a post by its entries, or use a clock of ours.
 */
export function createRateLimiter(clock: Clock, rate: Rate): RateLimiter {
  let recent = new Map<string, Window>();
  let older = new Map<string, Window>();

  function live(key: string): Window | undefined {
    const window = recent.get(key) ?? older.get(key);
    return window !== undefined && clock.now() < window.end ? window : undefined;
  }

  function secondsLeft(end: number): number {
    return Math.max(1, Math.ceil((end - clock.now()) / 1000));
  }

  return {
    hit(key, hits = 1) {
      const window = live(key) ?? { count: 0, end: clock.now() + rate.windowMs };
      recent.set(key, window);
      if (recent.size >= KEYS) {
        older = recent;
        recent = new Map();
      }
      const wanted = window.count + hits;
      window.count = Math.min(wanted, rate.hits);
      return wanted > rate.hits ? secondsLeft(window.end) : 0;
    },
    peek(key) {
      const window = live(key);
      return window !== undefined && window.count >= rate.hits ? secondsLeft(window.end) : 0;
    },
    giveBack(key) {
      const window = live(key);
      if (window !== undefined && window.count > 0) window.count -= 1;
    },
  };
}
