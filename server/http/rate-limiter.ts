import type { Clock } from '../../shared/ports.ts';

/** So many requests in so long a window. */
export interface Rate {
  readonly hits: number;
  readonly windowMs: number;
}

export interface RateLimiter {
  /** Counts one hit; gives the whole seconds to wait when the key is over its rate, else 0. */
  hit(key: string): number;
  /** The same answer as `hit` would give, without counting. */
  peek(key: string): number;
}

/** Keys remembered at most, so that a flood from many addresses cannot grow the process. */
const MAX_KEYS = 100_000;

/**
 * Fixed windows in this process's memory, one per key, starting at the key's first hit. When too
 * many keys are alive the oldest window is forgotten.
 */
export function createRateLimiter(clock: Clock, rate: Rate): RateLimiter {
  const windows = new Map<string, { readonly ends: number; hits: number }>();

  function live(key: string) {
    const window = windows.get(key);
    return window !== undefined && clock.now() < window.ends ? window : undefined;
  }

  function secondsLeft(window: { readonly ends: number }): number {
    return Math.max(1, Math.ceil((window.ends - clock.now()) / 1000));
  }

  return {
    hit(key) {
      const window = live(key);
      if (window !== undefined) {
        if (window.hits >= rate.hits) return secondsLeft(window);
        window.hits++;
        return 0;
      }
      windows.delete(key);
      if (windows.size >= MAX_KEYS) {
        for (const oldest of windows.keys()) {
          windows.delete(oldest);
          break;
        }
      }
      windows.set(key, { ends: clock.now() + rate.windowMs, hits: 1 });
      return 0;
    },
    peek(key) {
      const window = live(key);
      return window !== undefined && window.hits >= rate.hits ? secondsLeft(window) : 0;
    },
  };
}
