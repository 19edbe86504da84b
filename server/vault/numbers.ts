import { SESSION_MS } from '../../shared/wire/vault.ts';
import type { Rate } from '../http/rate-limiter.ts';

/** Lifetimes and limits that the specification leaves open (design "Numbers"). Milliseconds. */
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const CHALLENGE_MS = 120 * SECOND;
export const CHALLENGES_PER_ACCOUNT = 16;
/** A provisional credential waits as long as its session lasts. */
export const PROVISIONAL_MS = SESSION_MS;
/** An account still at revision 0 goes this long after its bootstrap session. */
export const PENDING_ACCOUNT_MS = DAY;
export const RECEIPT_MS = 30 * DAY;
/** So many latest receipts of an account stay whatever their age. */
export const RECEIPTS_KEPT = 64;
export const PURGE_EVERY_MS = MINUTE;
/** Looking for old receipts comes by all that stay, too. */
export const PURGE_RECEIPTS_EVERY_MS = DAY;

/** Live anonymous challenges that one process issues at most for each tenant. */
export const ANONYMOUS_CHALLENGES = 20_000;

export const RATES = {
  requestsPerAddress: { hits: 60, windowMs: MINUTE },
  anonymousOptionsPerAddress: { hits: 10, windowMs: MINUTE },
  /** A /48 or /24: whoever holds one must not be able to use up `ANONYMOUS_CHALLENGES`. */
  anonymousOptionsPerNetwork: { hits: 300, windowMs: MINUTE },
  verifiesPerAddress: { hits: 10, windowMs: MINUTE },
  newAccountsPerAddress: { hits: 5, windowMs: HOUR },
  /** What watches the service asks, too: every second from several places behind one address. */
  operationsPerAddress: { hits: 300, windowMs: MINUTE },
  mutationsPerAccount: { hits: 20, windowMs: MINUTE },
} as const satisfies Record<string, Rate>;
