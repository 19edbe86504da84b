import { addressGroup } from '../../http/client-address.ts';
import type { RateCounters } from '../../http/rate-counters.ts';
import { VaultServiceError } from '../errors.ts';
import { RATES } from '../numbers.ts';
import type { AddressLimit } from './route.ts';

export interface AddressLimits {
  /** Counts a request. @throws VaultServiceError TRY_LATER */
  hit(address: string, limits: readonly AddressLimit[]): Promise<void>;
  /**
   * Counts an account before it is created, so that parallel requests can't exceed the limit.
   * Returns a function that takes the count back, for a failed creation.
   * @throws VaultServiceError TRY_LATER
   */
  reserveAccount(address: string): Promise<() => Promise<void>>;
}

/** Creates limits per client address. Without counters, nothing is limited. */
export function createAddressLimits(counters: RateCounters | undefined): AddressLimits {
  if (counters === undefined)
    return { hit: async () => undefined, reserveAccount: async () => async () => undefined };
  const all = counters('vault requests', RATES.requestsPerAddress);
  const anonymousOptions = counters('vault options', RATES.anonymousOptionsPerAddress);
  const verifies = counters('vault verifies', RATES.verifiesPerAddress);
  const accounts = counters('vault accounts', RATES.newAccountsPerAddress);

  function wait(key: string, limit: AddressLimit): Promise<number> {
    if (limit === 'anonymous-options') return anonymousOptions.hit(key);
    // The limit for accounts is only read here; `reserveAccount` counts accounts when they are
    // created.
    return limit === 'verify' ? verifies.hit(key) : accounts.peek(key);
  }

  return {
    async hit(address, limits) {
      const key = addressGroup(address);
      const waits = [all.hit(key), ...limits.map((limit) => wait(key, limit))];
      ensureNoWait(Math.max(...(await Promise.all(waits))));
    },
    async reserveAccount(address) {
      const key = addressGroup(address);
      ensureNoWait(await accounts.hit(key));
      return () => accounts.giveBack(key);
    },
  };
}

function ensureNoWait(seconds: number): void {
  if (seconds > 0) throw new VaultServiceError('TRY_LATER', { retryAfter: seconds });
}
