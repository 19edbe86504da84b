import fc from 'fast-check';
import type { Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { type DigestedFeed, mergeFeeds } from '../../../shared/orders/merge-feeds.ts';
import type { FeedEntry } from '../../../shared/orders/parse-feed.ts';
import { price8 } from '../../../shared/units.ts';
import { realOrders } from './real-orders.ts';

const REAL = realOrders().map(({ entry, expect: { digest } }) => ({ entry, digest }));

function feedOf(
  entries: readonly (readonly [string, FeedEntry])[],
  marketData: Readonly<Record<string, number>> = {},
): DigestedFeed {
  const prices = Object.entries(marketData).map(([asset, price]) => [asset, price8(BigInt(price))]);
  return {
    feed: { problems: [], marketData: Object.fromEntries(prices) },
    byDigest: new Map(entries),
  };
}

const forged = (entry: FeedEntry): FeedEntry => ({
  ...entry,
  signature: `0x${'11'.repeat(64)}1b` as Hex,
});

describe('merged feeds', () => {
  it('keeps each digest of every feed exactly once', () => {
    const someFeed = fc.subarray(REAL).map((part) => part.map((o) => [o.digest, o.entry] as const));
    fc.assert(
      fc.property(fc.array(someFeed, { maxLength: 5 }), (feeds) => {
        const merged = mergeFeeds(feeds.map((entries) => feedOf(entries)));
        const all = feeds.flat().map(([digest]) => digest);
        expect([...merged.byDigest.keys()].sort()).toEqual([...new Set(all)].sort());
      }),
    );
  });

  it('keeps an order’s genuine entry when other feeds corrupt it, wherever the genuine feed is in the list', () => {
    const garbled = fc.constantFrom<(entry: FeedEntry) => FeedEntry>(
      (entry) => entry,
      forged,
      (entry) => ({ ...entry, nonce: entry.nonce + 1n }),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...REAL.slice(1)),
        fc.array(garbled, { minLength: 1, maxLength: 4 }),
        fc.nat(4),
        ({ digest, entry }, garbles, place) => {
          const feeds = garbles.map((garble) => feedOf([[digest, garble(entry)]]));
          feeds.splice(Math.min(place, feeds.length), 0, feedOf([[digest, entry]]));
          const kept = mergeFeeds(feeds).byDigest.get(digest);
          expect(kept).toMatchObject({ signature: entry.signature, nonce: entry.nonce });
        },
      ),
      { numRuns: 60 },
    );
  });

  it('uses the spot price of the first feed that has the asset', () => {
    const feeds = [{ ETH: 1 }, { ETH: 2, BTC: 3 }, { BTC: 4, DOGE: 5 }];
    const { marketData } = mergeFeeds(feeds.map((prices) => feedOf([], prices)));
    expect(marketData).toEqual({ ETH: 1n, BTC: 3n, DOGE: 5n });
  });

  it('returns no problems and no prices when there is no feed', () => {
    expect(mergeFeeds([])).toMatchObject({ problems: [], marketData: {} });
  });
});
