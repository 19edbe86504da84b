import { SESSION_MS } from '../../shared/wire/vault.ts';
import type { Rate } from '../http/rate-limiter.ts';

/**
 * Lifetimes and limits in milliseconds that the specification leaves open (design/vault-service.md,
 * "Numbers").
 */
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const CHALLENGE_MS = 120 * SECOND;
export const CHALLENGES_PER_ACCOUNT = 16;
/** Lifetime of a provisional credential, equal to its session's. */
export const PROVISIONAL_MS = SESSION_MS;
/**
 * Time from the end of an account's bootstrap session until the account is deleted if it is still
 * at revision 0.
 */
export const PENDING_ACCOUNT_MS = DAY;
export const RECEIPT_MS = 30 * DAY;
/** Number of newest receipts that an account keeps, whatever their age. */
export const RECEIPTS_KEPT = 64;
export const PURGE_EVERY_MS = MINUTE;
/**
 * Milliseconds between searches for old receipts. Each search also visits receipts that are kept.
 */
export const PURGE_RECEIPTS_EVERY_MS = DAY;

/**
 * Minimum milliseconds between two updates of the time at which the key for anonymous challenges
 * was used.
 */
export const KEY_MARK_MS = MINUTE;
/**
 * The key is replaced if its stored time of use differs by more than this from the database's time.
 */
export const KEY_UNUSED_MS = 5 * MINUTE;
/**
 * Maximum milliseconds by which an instance's clock may differ from the database's; beyond it, the
 * instance serves no logins.
 */
export const MAX_CLOCK_SKEW_MS = MINUTE;
/**
 * Milliseconds for which consumed ids are kept after their expiry. This is longer than two clocks
 * can differ before the key is replaced, so an instance with a slow clock can't accept an id again.
 */
export const CONSUMED_MS = 2 * KEY_UNUSED_MS;

export const RATES = {
  requestsPerAddress: { hits: 60, windowMs: MINUTE },
  anonymousOptionsPerAddress: { hits: 10, windowMs: MINUTE },
  verifiesPerAddress: { hits: 10, windowMs: MINUTE },
  newAccountsPerAddress: { hits: 5, windowMs: HOUR },
  /**
   * Includes monitoring: several monitors behind one address may each send a request every second.
   */
  operationsPerAddress: { hits: 300, windowMs: MINUTE },
  mutationsPerAccount: { hits: 20, windowMs: MINUTE },
} as const satisfies Record<string, Rate>;
