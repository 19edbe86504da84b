import type { Address, Hex } from 'viem';
import { toHex } from '../../shared/bytes.ts';
import { type Absurdity, absurdityOf } from '../../shared/orders/absurd.ts';
import { orderDigestBytes } from '../../shared/orders/eip712.ts';
import type { OrderCheck } from '../../shared/orders/fit.ts';
import { type FeedEntry, parseFeedEntry } from '../../shared/orders/parse-feed.ts';
import { recoverSigner } from '../../shared/orders/recover.ts';
import { checkTerms } from '../../shared/orders/verify.ts';
import type { UnixSeconds } from '../../shared/units.ts';

/** Name of the failed check, and the reason. The feed's own checks run after the protocol's. */
export interface Refusal {
  readonly check: string;
  readonly reason: string;
}

/** An entry with its signer: the maker, or an account that the maker contract accepts. */
export interface SignedEntry {
  readonly digest: Hex;
  readonly signer: Address;
  readonly entry: FeedEntry;
}

/** The result for one item: the malformed field, the failed check, or the signed entry. */
export type EntryCheck =
  | { readonly malformed: string }
  | { readonly failed: Refusal }
  | { readonly signed: SignedEntry };

export interface CheckTerms {
  readonly now: UnixSeconds;
  readonly books: readonly Address[];
}

/** Recovers a signer. Takes about a millisecond. */
export type Recover = (entry: FeedEntry) => Pick<SignedEntry, 'digest'> & { signer?: Address };

export const recover: Recover = ({ order, signature, optionBookAddress }) => {
  const digest = orderDigestBytes(order, optionBookAddress);
  const signer = recoverSigner(digest, signature);
  return { digest: toHex(digest), ...(signer !== undefined && { signer }) };
};

/** Parses an item of a post and checks it. */
export function checkPosted(item: unknown, terms: CheckTerms, recover: Recover): EntryCheck {
  const entry = parseFeedEntry(item);
  if (typeof entry === 'string') return { malformed: entry };
  if (!isPublishable(entry)) return { malformed: 'order.strikes' };
  return checkEntry(entry, terms, recover);
}

/** Checks an entry's terms, then its signature. */
export function checkEntry(entry: FeedEntry, terms: CheckTerms, recover: Recover): EntryCheck {
  const failed = checkTerms(entry, terms).find(isFailed) ?? unpublishable(entry, terms.now);
  if (failed !== undefined) return { failed: { check: failed.check, reason: failed.reason } };
  const { digest, signer } = recover(entry);
  return signer === undefined
    ? { failed: { check: 'signature', reason: 'unreadable' } }
    : { signed: { digest, signer, entry } };
}

/** Returns true if the feed's format can express the entry; its strikes are JSON numbers. */
export function isPublishable({ order }: FeedEntry): boolean {
  const areExact = order.strikes.every((strike) => strike <= BigInt(Number.MAX_SAFE_INTEGER));
  return areExact && order.extraOptionData.length <= 2 + 2 * 1024;
}

/** Returns why the feed doesn't publish an order, although the protocol would fill it. */
function unpublishable({ order }: FeedEntry, now: UnixSeconds): Refusal | undefined {
  if (order.maxCollateralUsable === 0n) return { check: 'budget', reason: 'zero' };
  const absurdity = absurdityOf(order, now);
  return absurdity && ABSURD[absurdity];
}

/** The validity is limited too, because a withdrawal must be remembered until the quote expires. */
const ABSURD: Readonly<Record<Absurdity, Refusal>> = {
  expiry: { check: 'option expiry', reason: 'too-far' },
  ending: { check: 'option expiry', reason: 'too-near' },
  quoteLife: { check: 'quote expiry', reason: 'too-far' },
  price: { check: 'price', reason: 'out-of-bounds' },
  strike: { check: 'strikes', reason: 'out-of-bounds' },
  budget: { check: 'budget', reason: 'out-of-bounds' },
};

function isFailed(
  check: OrderCheck,
): check is Extract<OrderCheck, { status: 'failed' | 'warned' }> {
  return check.status === 'failed';
}
