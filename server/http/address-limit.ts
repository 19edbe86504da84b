import { addressGroup } from './client-address.ts';
import type { RateCounters } from './rate-counters.ts';
import type { Rate } from './rate-limiter.ts';

/**
 * Counts requests of a client address and returns the seconds to wait; 0 while the address is
 * within the rate. Counts nothing with `RATE_LIMITS=off`.
 */
export type AddressLimit = (address: string, hits?: number) => Promise<number>;

/**
 * Creates a limit per client address (`addressGroup`). Without counters, requests aren't limited.
 */
export function createAddressLimit(
  counters: RateCounters | undefined,
  name: string,
  rate: Rate,
): AddressLimit {
  if (counters === undefined) return async () => 0;
  const counter = counters(name, rate);
  return (address, hits = 1) => counter.hit(addressGroup(address), hits);
}
