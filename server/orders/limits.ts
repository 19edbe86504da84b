import type { Rate } from '../http/rate-limiter.ts';

const MINUTE_MS = 60_000;

/**
 * Maximum live orders per maker, in total, in total before upstreams must stop, and of makers who
 * can't pay; and the maximum total bytes. Signatures are free to make: a lying upstream must leave
 * room for makers who post. Wallets accept feeds of at most 16,000,000 bytes.
 *
 * A maker may have `freePlaces` orders, and one more for each `dollarsPerPlace` of its funds. An
 * order that the feed doesn't list is forgotten after `hiddenSeconds`.
 */
export const LIMITS = {
  perMaker: 2_000,
  freePlaces: 20,
  dollarsPerPlace: 5,
  all: 20_000,
  fromUpstreams: 15_000,
  unfunded: 2_000,
  hiddenSeconds: 600,
  bytes: 15_000_000,
};
export type OrdersLimits = Readonly<typeof LIMITS>;

/** Withdrawn orders remembered per maker, so that they can't be posted again. */
export const WITHDRAWN_PER_MAKER = 20_000;

/** Requests allowed per client address (`RATE_LIMITS`). */
export const RATES = {
  reads: { hits: 300, windowMs: MINUTE_MS },
  posts: { hits: 120, windowMs: MINUTE_MS },
  /** Entries in posts: verifying an entry takes a millisecond. */
  entries: { hits: 12_000, windowMs: MINUTE_MS },
  withdrawals: { hits: 3_000, windowMs: MINUTE_MS },
} as const satisfies Record<string, Rate>;

/** Timeouts for the parts of a post; after them it is answered without the chain or refused. */
export const DEADLINES_MS = { signatures: 10_000, chain: 3_000 };
export type OrdersDeadlines = Readonly<typeof DEADLINES_MS>;

/**
 * Streams of changes: in all, per client address (`RATE_LIMITS`), and how many bytes, and for how
 * long, a client may leave unread before it is disconnected. The most that it was sent at once is
 * allowed in addition.
 */
export const STREAMS = { all: 5_000, perAddress: 20, unreadBytes: 2_000_000, unreadMs: 15_000 };
export type StreamLimits = Readonly<typeof STREAMS>;
