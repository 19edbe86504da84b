import type { Clock } from '../../../shared/ports.ts';
import { addressGroup } from '../../http/client-address.ts';
import { createRateLimiter } from '../../http/rate-limiter.ts';
import { VaultServiceError } from '../errors.ts';
import { RATES } from '../numbers.ts';
import type { AddressLimit } from './route.ts';

export interface AddressLimits {
  /** Counts a request. @throws VaultServiceError TRY_LATER */
  hit(address: string, limits: readonly AddressLimit[]): void;
  /**
   * Counts an account before it is created, so that parallel requests can't exceed the limit.
   * Returns a function that uncounts it when the creation fails.
   * @throws VaultServiceError TRY_LATER
   */
  reserveAccount(address: string): () => void;
}

/** Creates limits per client address, kept in memory: they protect the process itself. */
export function createAddressLimits(clock: Clock, isOn: boolean): AddressLimits {
  const all = createRateLimiter(clock, RATES.requestsPerAddress);
  const anonymousOptions = createRateLimiter(clock, RATES.anonymousOptionsPerAddress);
  const verifies = createRateLimiter(clock, RATES.verifiesPerAddress);
  const accounts = createRateLimiter(clock, RATES.newAccountsPerAddress);

  function wait(key: string, limit: AddressLimit): number {
    if (limit === 'anonymous-options') return anonymousOptions.hit(key);
    // Only created accounts count: `reserveAccount`.
    return limit === 'verify' ? verifies.hit(key) : accounts.peek(key);
  }

  return {
    hit(address, limits) {
      if (!isOn) return;
      const key = addressGroup(address);
      requireNoWait(Math.max(all.hit(key), ...limits.map((limit) => wait(key, limit))));
    },
    reserveAccount(address) {
      if (!isOn) return () => undefined;
      const key = addressGroup(address);
      requireNoWait(accounts.hit(key));
      return () => accounts.giveBack(key);
    },
  };
}

function requireNoWait(seconds: number): void {
  if (seconds > 0) throw new VaultServiceError('TRY_LATER', { retryAfter: seconds });
}
