import { isRecent } from '../../../shared/is-recent.ts';
import { mergeFeeds } from '../../../shared/orders/merge-feeds.ts';
import type { Feed, FeedEntry } from '../../../shared/orders/parse-feed.ts';
import type { Clock, Fetch, Wait } from '../../../shared/ports.ts';
import type { Price8 } from '../../../shared/units.ts';
import { FeedError, NoFeedError, type ReadFeed, readFeed } from './read-feed.ts';

/** Age after which the feed is read again before a fill uses it (spec, Limits 3). */
export const FRESH_MS = 30_000;
/** After the first answer the other feeds get this long. Later ones count for the next snapshot. */
const TIMEOUT_MS = 2_500;

/** A read of this age is new enough to deny that a quote is in the feed. */
const RECHECK_MS = 5_000;
/** Longest wait for feeds while an approval is explained. */
const RECHECK_WAIT_MS = 1_000;

/** Kept quotes of opened tickets: enough for a user, too few to use much memory. */
const REMEMBERED = 100;

/** One feed as last read. */
export interface FeedState {
  readonly url: string;
  /** Its orders; undefined before the first answer. */
  readonly count?: number;
  /** Set when the last read failed: its orders are missing then. */
  readonly problem?: FeedError['code'];
}

export interface FeedSnapshot {
  readonly feed: Pick<Feed, 'orders' | 'problems' | 'marketData' | 'timestamp'>;
  /** Entries of all feeds by EIP-712 digest. */
  readonly byDigest: ReadonlyMap<string, FeedEntry>;
  readonly feeds: readonly FeedState[];
  /** Epoch milliseconds of the read. */
  readonly at: number;
}

export type OrdersFeed = ReturnType<typeof createOrdersFeed>;

interface Source {
  read?: ReadFeed;
  problem?: FeedError;
  reading?: Promise<void>;
}

/**
 * Live orders of all feeds as last read, merged. A failed or slow feed is reported and doesn't
 * delay the others. Each feed has one request at a time, shared by all callers.
 */
export function createOrdersFeed(deps: {
  fetch: Fetch;
  clock: Clock;
  wait: Wait;
  urls: () => readonly string[];
}) {
  let snapshot: FeedSnapshot | undefined;
  let round: Promise<FeedSnapshot> | undefined;
  let sources: ReadonlyMap<string, Source> = new Map();
  const chosen = new Map<string, FeedEntry>();

  function read(url: string, source: Source): Promise<void> {
    source.reading ??= readFeed(deps.fetch, url, source.read)
      .then(
        (found) => {
          source.read = found;
          delete source.problem;
        },
        (error: unknown) => {
          if (!(error instanceof FeedError)) throw error;
          delete source.read;
          source.problem = error;
        },
      )
      .finally(() => {
        delete source.reading;
        // Reports a feed that answered after the others.
        const isLate = round === undefined && sources.get(url) === source;
        if (isLate && snapshot !== undefined) snapshot = merged(snapshot.at);
      });
    return source.reading;
  }

  async function readAll(): Promise<FeedSnapshot> {
    const urls = deps.urls();
    if (urls.length === 0) throw new NoFeedError('no-feed', 'No feed is set.');
    sources = new Map(urls.map((url) => [url, sources.get(url) ?? {}]));
    const all = [...sources].map(([url, source]) => read(url, source));
    const anyWell = Promise.any(
      all.map((reading, i) =>
        reading.then(() => {
          if (sources.get(urls[i] ?? '')?.read === undefined) throw new Error('not well');
        }),
      ),
    ).then(() => deps.wait(TIMEOUT_MS));
    await Promise.race([Promise.all(all), anyWell.catch(() => Promise.all(all))]);
    const states = [...sources.values()];
    const failed = states.find(({ problem }) => problem !== undefined)?.problem;
    if (failed !== undefined && states.every((source) => source.read === undefined)) throw failed;
    snapshot = merged(deps.clock.now());
    return snapshot;
  }

  function merged(at: number): FeedSnapshot {
    const states = [...sources];
    const { byDigest, ...rest } = mergeFeeds(
      states.flatMap(([, source]) => (source.read === undefined ? [] : [source.read])),
    );
    const feed = { ...rest, orders: [...byDigest.values()], timestamp: undefined };
    const feeds = states.map(([url, source]) => ({
      url,
      ...(source.read === undefined ? {} : { count: source.read.byDigest.size }),
      ...(source.problem === undefined ? {} : { problem: source.problem.code }),
    }));
    return { feed, byDigest, feeds, at };
  }

  /** The user can have chosen other feeds since. */
  const isCurrent = ({ feeds }: FeedSnapshot) =>
    feeds.map(({ url }) => url).join(' ') === deps.urls().join(' ');

  /** Returns the last reads of the chosen feeds. */
  const current = (): FeedSnapshot | undefined =>
    snapshot !== undefined && isCurrent(snapshot) ? snapshot : undefined;

  function refresh(): Promise<FeedSnapshot> {
    round ??= readAll().finally(() => {
      round = undefined;
    });
    return round;
  }

  return {
    refresh,
    last: current,
    /** Returns the newest snapshot, read again when it is older than 30 s. */
    fresh: (): Promise<FeedSnapshot> =>
      snapshot !== undefined &&
      isCurrent(snapshot) &&
      isRecent(snapshot.at, deps.clock.now(), FRESH_MS)
        ? Promise.resolve(snapshot)
        : refresh(),
    /** Keeps a quote that the user looks at, even when it leaves the feed. */
    remember(digest: string, entry: FeedEntry): void {
      chosen.delete(digest);
      chosen.set(digest, entry);
      const [oldest] = chosen.keys();
      if (chosen.size > REMEMBERED && oldest !== undefined) chosen.delete(oldest);
    },
    remembered: (digest: string): FeedEntry | undefined => chosen.get(digest),
    /** Spot price of an asset from the feeds; for display only. */
    spotOf: (asset: string): Price8 | undefined => current()?.feed.marketData[asset],
    /**
     * Returns whether a quote is in a feed; `undefined` when no feed was read. Reads the feeds again
     * before it denies a quote, which can be newer than the last read.
     */
    async has(digest: string): Promise<boolean | undefined> {
      const known = current();
      const isNew = known !== undefined && isRecent(known.at, deps.clock.now(), RECHECK_MS);
      if (known?.byDigest.has(digest) === true || isNew) return known.byDigest.has(digest);
      // Without an answer the last read counts.
      await Promise.race([refresh().catch(() => undefined), deps.wait(RECHECK_WAIT_MS)]);
      return current()?.byDigest.has(digest);
    },
  };
}
