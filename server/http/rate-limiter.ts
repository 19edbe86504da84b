import type { Clock } from '../../shared/ports.ts';
import { isLive } from '../live-window.ts';

/** A maximum number of requests per window. */
export interface Rate {
  readonly hits: number;
  readonly windowMs: number;
}

export interface RateLimiter {
  /**
   * Counts hits. If the hits would exceed the rate, counts no hit and returns the whole seconds to
   * wait; otherwise returns 0.
   */
  hit(key: string, hits?: number): number;
  /** Returns what `hit` would return for a single hit, without counting it. */
  peek(key: string): number;
  /** Takes back one hit of the current window. */
  giveBack(key: string): void;
}

/** Minimum number of keys in memory; the maximum is twice as high. The oldest are dropped first. */
const KEYS = 16_384;

interface Window {
  count: number;
  readonly end: number;
}

/**
 * Counts in memory, in fixed windows that start with their key's first hit. @fastify/rate-limit
 * can't take back a hit, count a post by its entries, or use our clock. rate-limiter-flexible keeps
 * every key with a timer (a million addresses take 400 MB), counts refused hits, and uses only the
 * system's clock.
 */
export function createRateLimiter(clock: Clock, rate: Rate): RateLimiter {
  let recent = new Map<string, Window>();
  let older = new Map<string, Window>();

  function live(key: string): Window | undefined {
    const window = recent.get(key) ?? older.get(key);
    const isRunning = window !== undefined && isLive(window.end, rate.windowMs, clock.now());
    return isRunning ? window : undefined;
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
