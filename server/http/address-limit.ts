import { addressGroup } from './client-address.ts';
import type { RateCounters } from './rate-counters.ts';
import type { Rate } from './rate-limiter.ts';

/**
 * Counts the requests of a client address and returns the seconds to wait, 0 when within the rate.
 * With `RATE_LIMITS=off` it doesn't count.
 */
export type AddressLimit = (address: string, hits?: number) => Promise<number>;

/** Creates a rate limit per client address (`addressGroup`); without counters it doesn't count. */
export function createAddressLimit(
  counters: RateCounters | undefined,
  name: string,
  rate: Rate,
): AddressLimit {
  if (counters === undefined) return async () => 0;
  const counter = counters(name, rate);
  return (address, hits = 1) => counter.hit(addressGroup(address), hits);
}
