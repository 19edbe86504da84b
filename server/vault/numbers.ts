import { SESSION_MS } from '../../shared/wire/vault.ts';
import type { Rate } from '../http/rate-limiter.ts';

/** Lifetimes and limits that the specification leaves open (design "Numbers"), in milliseconds. */
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const CHALLENGE_MS = 120 * SECOND;
export const CHALLENGES_PER_ACCOUNT = 16;
/** A provisional credential lasts as long as its session. */
export const PROVISIONAL_MS = SESSION_MS;
/** An account still at revision 0 is deleted this long after its bootstrap session. */
export const PENDING_ACCOUNT_MS = DAY;
export const RECEIPT_MS = 30 * DAY;
/** Number of newest receipts that an account keeps regardless of age. */
export const RECEIPTS_KEPT = 64;
export const PURGE_EVERY_MS = MINUTE;
/** Milliseconds between searches for old receipts, which also visit the kept ones. */
export const PURGE_RECEIPTS_EVERY_MS = DAY;

/** Milliseconds after which the key of anonymous challenges is marked as used again. */
export const KEY_MARK_MS = MINUTE;
/** The key is replaced when its mark is this far from the database's time, in either direction. */
export const KEY_UNUSED_MS = 5 * MINUTE;
/** Milliseconds: an instance whose clock differs more from the database's serves no logins. */
export const MAX_CLOCK_SKEW_MS = MINUTE;
/**
 * Milliseconds for which consumed ids are kept after their expiry. Longer than clocks can differ
 * before the key is replaced, so a slow clock can't accept an id again.
 */
export const CONSUMED_MS = 2 * KEY_UNUSED_MS;

export const RATES = {
  requestsPerAddress: { hits: 60, windowMs: MINUTE },
  anonymousOptionsPerAddress: { hits: 10, windowMs: MINUTE },
  verifiesPerAddress: { hits: 10, windowMs: MINUTE },
  newAccountsPerAddress: { hits: 5, windowMs: HOUR },
  /** Monitoring, too: every second from several places behind one address. */
  operationsPerAddress: { hits: 300, windowMs: MINUTE },
  mutationsPerAccount: { hits: 20, windowMs: MINUTE },
} as const satisfies Record<string, Rate>;
