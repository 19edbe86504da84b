import type { Clock } from '../../shared/ports.ts';
import { addressGroup } from './client-address.ts';
import { createRateLimiter, type Rate } from './rate-limiter.ts';

/**
 * Counts the requests of a client address in memory and returns the seconds to wait, 0 when within
 * the rate. With `RATE_LIMITS=off` it doesn't count.
 */
export type AddressLimit = (address: string, hits?: number) => number;

/** Creates a rate limit per client address (`addressGroup`). */
export function createAddressLimit(clock: Clock, rate: Rate, isOn: boolean): AddressLimit {
  if (!isOn) return () => 0;
  const limiter = createRateLimiter(clock, rate);
  return (address, hits = 1) => limiter.hit(addressGroup(address), hits);
}
