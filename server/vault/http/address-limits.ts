import type { Clock } from '../../../shared/ports.ts';
import { addressGroup, addressNetwork } from '../../http/client-address.ts';
import { createRateLimiter } from '../../http/rate-limiter.ts';
import { VaultError } from '../errors.ts';
import { RATES } from '../numbers.ts';
import type { AddressLimit } from './route.ts';

export interface AddressLimits {
  /** Counts a request. @throws VaultError TRY_LATER */
  hit(address: string, limits: readonly AddressLimit[]): void;
  /** Counts an account that was created from this address. */
  countAccount(address: string): void;
}

/** Limits per client address, in this process's memory: they protect the process itself. */
export function createAddressLimits(clock: Clock, isOn: boolean): AddressLimits {
  const all = createRateLimiter(clock, RATES.requestsPerAddress);
  const anonymousOptions = createRateLimiter(clock, RATES.anonymousOptionsPerAddress);
  const networkOptions = createRateLimiter(clock, RATES.anonymousOptionsPerNetwork);
  const verifies = createRateLimiter(clock, RATES.verifiesPerAddress);
  const accounts = createRateLimiter(clock, RATES.newAccountsPerAddress);

  function wait(address: string, key: string, limit: AddressLimit): number {
    if (limit === 'anonymous-options') {
      return Math.max(anonymousOptions.hit(key), networkOptions.hit(addressNetwork(address)));
    }
    // Only accounts that were really created count, so here the limit is only looked at.
    return limit === 'verify' ? verifies.hit(key) : accounts.peek(key);
  }

  return {
    hit(address, limits) {
      if (!isOn) return;
      const key = addressGroup(address);
      const seconds = Math.max(all.hit(key), ...limits.map((limit) => wait(address, key, limit)));
      if (seconds > 0) throw new VaultError('TRY_LATER', { retryAfter: seconds });
    },
    countAccount(address) {
      if (isOn) accounts.hit(addressGroup(address));
    },
  };
}
