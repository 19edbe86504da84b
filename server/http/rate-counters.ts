import type { Clock } from '../../shared/ports.ts';
import { createRateLimiter, type Rate } from './rate-limiter.ts';

/** Counts hits of a rate in this process or for all instances; see `RateLimiter`. */
export interface RateCounter {
  hit(key: string, hits?: number): Promise<number>;
  peek(key: string): Promise<number>;
  giveBack(key: string): Promise<void>;
}

/** Creates the counter of a rate. Counters with the same name share their counts. */
export type RateCounters = (name: string, rate: Rate) => RateCounter;

/** Returns counters in the memory of this process. */
export function localCounters(clock: Clock): RateCounters {
  return (_name, rate) => {
    const limiter = createRateLimiter(clock, rate);
    return {
      hit: async (key, hits) => limiter.hit(key, hits),
      peek: async (key) => limiter.peek(key),
      giveBack: async (key) => limiter.giveBack(key),
    };
  };
}

/** Returns a service's counters; undefined when rate limits are off. */
export function countersOf(options: {
  readonly clock: Clock;
  readonly rateLimits?: boolean;
  readonly counters?: RateCounters | undefined;
}): RateCounters | undefined {
  if (options.rateLimits !== true) return undefined;
  return options.counters ?? localCounters(options.clock);
}
