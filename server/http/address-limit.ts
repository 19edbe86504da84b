import type { Clock } from '../../shared/ports.ts';
import { addressGroup } from './client-address.ts';
import { createRateLimiter, type Rate } from './rate-limiter.ts';

/**
 * Counts what a client's address asks for, in this process's memory. The answer is how many seconds
 * it has to wait, 0 when it is within the rate. Switched off (`RATE_LIMITS=off`) it counts nothing.
 */
export type AddressLimit = (address: string, hits?: number) => number;

export function createAddressLimit(clock: Clock, rate: Rate, isOn: boolean): AddressLimit {
  if (!isOn) return () => 0;
  const limiter = createRateLimiter(clock, rate);
  return (address, hits = 1) => {
    const key = addressGroup(address);
    let wait = 0;
    for (let i = 0; i < hits && wait === 0; i++) wait = limiter.hit(key);
    return wait;
  };
}
