import type { Rate } from '../http/rate-limiter.ts';

const MINUTE_MS = 60_000;
const DAY = 86_400;

/**
 * Live orders of one maker, of all, of all before upstreams have to stop, and of makers who could not
 * pay; and how many bytes they may have together. Signatures cost nothing: a feed that lies with
 * sound ones must leave room for makers who post. Wallets take feeds of at most 16 000 000 bytes.
 */
export const LIMITS = {
  perMaker: 2_000,
  all: 20_000,
  fromUpstreams: 15_000,
  unfunded: 2_000,
  bytes: 15_000_000,
};
export type OrdersLimits = Readonly<typeof LIMITS>;

/** Withdrawn orders of one maker that are remembered, so that nobody posts them again. */
export const WITHDRAWN_PER_MAKER = 20_000;

/** A quote is good for a week at most: what is withdrawn must be remembered until it expires. */
export const LONGEST_QUOTE_SECONDS = 7 * DAY;
/** Options farther away than this are nobody's, and dates beyond some are none. */
export const LONGEST_OPTION_SECONDS = 5 * 365 * DAY;

/** What one client address may ask for (`RATE_LIMITS`). */
export const RATES = {
  reads: { hits: 300, windowMs: MINUTE_MS },
  posts: { hits: 120, windowMs: MINUTE_MS },
  /** Entries in posts: each costs a millisecond of verification. */
  entries: { hits: 12_000, windowMs: MINUTE_MS },
  withdrawals: { hits: 3_000, windowMs: MINUTE_MS },
} as const satisfies Record<string, Rate>;

/** How long the parts of a post may take before it is answered without them or refused. */
export const DEADLINES_MS = { signatures: 10_000, chain: 3_000 };
export type OrdersDeadlines = Readonly<typeof DEADLINES_MS>;

/** A client that takes nothing of the feed for so long, or is not done after so long, is cut off. */
export const READER_MS = { idle: 15_000, whole: 120_000 };
