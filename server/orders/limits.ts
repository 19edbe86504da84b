import type { Rate } from '../http/rate-limiter.ts';

const MINUTE_MS = 60_000;

/**
 * Maximum numbers of live orders: per maker, in total, in total before orders of other feeds are
 * refused, and of makers who can't pay. Also the maximum number of bytes. Signatures are free, so a
 * lying feed must leave room for makers who post. Wallets accept feeds of at most 16,000,000 bytes.
 * A maker may have `freePlaces` orders, and one more for each `dollarsPerPlace` of its funds. An
 * order that isn't listed is forgotten after `hiddenSeconds`.
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

/**
 * Maximum number of withdrawn orders to remember per maker. A remembered order can't be posted
 * again.
 */
export const WITHDRAWN_PER_MAKER = 20_000;

/** Allowed requests per client address (`RATE_LIMITS`). */
export const RATES = {
  reads: { hits: 300, windowMs: MINUTE_MS },
  posts: { hits: 120, windowMs: MINUTE_MS },
  /** Limits the entries in posts, because verifying an entry takes a millisecond. */
  entries: { hits: 12_000, windowMs: MINUTE_MS },
  withdrawals: { hits: 3_000, windowMs: MINUTE_MS },
} as const satisfies Record<string, Rate>;

/**
 * Time limits for parts of a post. If the signatures aren't checked in time, the post is refused.
 * If the chain doesn't respond in time, the chain's values are left out.
 */
export const DEADLINES_MS = { signatures: 10_000, chain: 3_000 };
export type OrdersDeadlines = Readonly<typeof DEADLINES_MS>;

/**
 * Limits of streams of changes: in total, per client address (`RATE_LIMITS`), and how many bytes a
 * client may leave unread for how long. The limit of unread bytes grows by the client's largest
 * send.
 */
export const STREAMS = { all: 5_000, perAddress: 20, unreadBytes: 2_000_000, unreadMs: 15_000 };
export type StreamLimits = Readonly<typeof STREAMS>;
