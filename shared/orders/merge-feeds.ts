import { isAddressEqual } from 'viem';
import type { Price8 } from '../units.ts';
import { orderDigestBytes } from './eip712.ts';
import { computeNonce } from './nonce.ts';
import type { Feed, FeedEntry } from './parse-feed.ts';
import { recoverSigner } from './recover.ts';

/** A feed whose entries are keyed by EIP-712 digest, which identifies an order. */
export interface DigestedFeed {
  readonly feed: Pick<Feed, 'problems' | 'marketData'>;
  readonly byDigest: ReadonlyMap<string, FeedEntry>;
}

export interface MergedFeeds {
  readonly byDigest: ReadonlyMap<string, FeedEntry>;
  readonly problems: Feed['problems'];
  readonly marketData: Readonly<Record<string, Price8>>;
}

/**
 * Maximum number of duplicates of an order, with a different signature or nonce, that are compared.
 * Each comparison costs signature checks.
 */
const MAX_RIVALS = 200;

/**
 * Merges feeds in the given order and keeps one entry per digest. A feed can't hide another feed's
 * order by listing it with an invalid signature or nonce, because the genuine entry is kept. Spot
 * prices are from the first feed that has the asset.
 */
export function mergeFeeds(feeds: readonly DigestedFeed[]): MergedFeeds {
  const [first] = feeds;
  const problems = feeds.flatMap(({ feed }) => feed.problems);
  if (first !== undefined && feeds.length === 1) {
    return { byDigest: first.byDigest, problems, marketData: first.feed.marketData };
  }
  const byDigest = new Map<string, FeedEntry>();
  let rivals = 0;
  for (const feed of feeds) {
    for (const [digest, entry] of feed.byDigest) {
      const known = byDigest.get(digest);
      if (known === undefined) byDigest.set(digest, entry);
      else if (isRival(known, entry) && rivals < MAX_RIVALS) {
        rivals += 1;
        if (!isGenuine(known) && isGenuine(entry)) byDigest.set(digest, entry);
      }
    }
  }
  const marketData = Object.assign({}, ...feeds.map(({ feed }) => feed.marketData).toReversed());
  return { byDigest, problems, marketData };
}

function isRival(a: FeedEntry, b: FeedEntry): boolean {
  return a.signature.toLowerCase() !== b.signature.toLowerCase() || a.nonce !== b.nonce;
}

function isGenuine({ order, nonce, signature, optionBookAddress }: FeedEntry): boolean {
  const signer = recoverSigner(orderDigestBytes(order, optionBookAddress), signature);
  if (signer === undefined || !isAddressEqual(signer, order.maker)) return false;
  return computeNonce(order) === nonce;
}
