import type { Clock } from '../../shared/ports.ts';
import { addressGroup } from './client-address.ts';
import { createRateLimiter, type Rate } from './rate-limiter.ts';

/**
 * Counts what a client's address asks for, in this process's memory. The answer is how many seconds
 * it has to wait, 0 when it is within the rate. Switched off (`RATE_LIMITS=off`) it counts nothing.
 */
export type AddressLimit = (address: string, hits?: number) => number;

/** A limit of so many hits for each client address (`addressGroup`). */
export function createAddressLimit(clock: Clock, rate: Rate, isOn: boolean): AddressLimit {
  if (!isOn) return () => 0;
  const limiter = createRateLimiter(clock, rate);
  return (address, hits = 1) => limiter.hit(addressGroup(address), hits);
}
