import type { TrustedBook } from '../../../shared/chain/trusted-book.ts';
import { mergeFeeds } from '../../../shared/orders/merge-feeds.ts';
import type { Feed, FeedEntry } from '../../../shared/orders/parse-feed.ts';
import { withTrust } from '../../../shared/orders/trust.ts';
import type { Clock, Fetch, Wait } from '../../../shared/ports.ts';
import type { Price8 } from '../../../shared/units.ts';
import { FeedError, NoFeedError, readFeed } from './read-feed.ts';

/** Older than this, the feed is read again before anything is built on it (spec, Limits 3). */
export const FRESH_MS = 30_000;
/** Once one feed has answered, the others get this long; who is later is in the next snapshot. */
const PATIENCE_MS = 2_500;

/** Quotes that tickets were opened for: enough for a user, too few to weigh anything. */
const REMEMBERED = 100;

/** One feed as it was last read. */
export interface FeedState {
  readonly url: string;
  /** Orders that it has; absent while it was never read. */
  readonly count?: number;
  /** Present when it could not be read the last time: its orders are missing then. */
  readonly problem?: FeedError['code'];
}

export interface FeedSnapshot {
  readonly feed: Pick<Feed, 'orders' | 'problems' | 'marketData' | 'timestamp'>;
  /** Entries of all feeds by EIP-712 digest. */
  readonly byDigest: ReadonlyMap<string, FeedEntry>;
  readonly feeds: readonly FeedState[];
  /** Epoch milliseconds at which it was read. */
  readonly at: number;
}

export type OrdersFeed = ReturnType<typeof createOrdersFeed>;

interface Source {
  read?: Awaited<ReturnType<typeof readFeed>>;
  problem?: FeedError;
  reading?: Promise<void>;
}

/**
 * The live orders of all feeds as last read, merged. A dead or slow feed is said and holds nobody up.
 * Each feed has one request at a time; everybody waits for that one.
 */
export function createOrdersFeed(deps: {
  fetch: Fetch;
  clock: Clock;
  wait: Wait;
  urls: () => readonly string[];
  /** Books that the user trusts besides the built-in one. */
  trusted?: () => readonly TrustedBook[];
}) {
  let snapshot: FeedSnapshot | undefined;
  let round: Promise<FeedSnapshot> | undefined;
  let sources: ReadonlyMap<string, Source> = new Map();
  const chosen = new Map<string, FeedEntry>();

  function read(url: string, source: Source): Promise<void> {
    source.reading ??= readFeed(deps.fetch, url)
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
        // After the round: the others were not held up, and now it is known of this one too.
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
    ).then(() => deps.wait(PATIENCE_MS));
    await Promise.race([Promise.all(all), anyWell.catch(() => Promise.all(all))]);
    const states = [...sources.values()];
    const failed = states.find(({ problem }) => problem !== undefined)?.problem;
    if (failed !== undefined && states.every((source) => source.read === undefined)) throw failed;
    snapshot = merged(deps.clock.now());
    return snapshot;
  }

  function merged(at: number): FeedSnapshot {
    const states = [...sources];
    const { byDigest: merged, ...rest } = mergeFeeds(
      states.flatMap(([, source]) => (source.read === undefined ? [] : [source.read])),
    );
    const trusted = deps.trusted?.() ?? [];
    const byDigest =
      trusted.length === 0
        ? merged
        : new Map([...merged].map(([digest, entry]) => [digest, withTrust(entry, trusted)]));
    const feed = { ...rest, orders: [...byDigest.values()], timestamp: undefined };
    const feeds = states.map(([url, source]) => ({
      url,
      ...(source.read === undefined ? {} : { count: source.read.byDigest.size }),
      ...(source.problem === undefined ? {} : { problem: source.problem.code }),
    }));
    return { feed, byDigest, feeds, at };
  }

  /** Other feeds may have been chosen since. */
  const isOfNow = ({ feeds }: FeedSnapshot) =>
    feeds.map(({ url }) => url).join(' ') === deps.urls().join(' ');

  /** What was last read of the feeds that are chosen now. */
  const current = (): FeedSnapshot | undefined =>
    snapshot !== undefined && isOfNow(snapshot) ? snapshot : undefined;

  function refresh(): Promise<FeedSnapshot> {
    round ??= readAll().finally(() => {
      round = undefined;
    });
    return round;
  }

  return {
    /** Judges the last reading again after the user's trust changed, without reading the feeds. */
    retrust(): void {
      const trusted = deps.trusted?.() ?? [];
      for (const [digest, entry] of chosen) chosen.set(digest, withTrust(entry, trusted));
      if (snapshot !== undefined) snapshot = merged(snapshot.at);
    },
    refresh,
    last: current,
    /** The newest snapshot, read again when it is older than 30 s. */
    fresh: (): Promise<FeedSnapshot> =>
      snapshot !== undefined && isOfNow(snapshot) && deps.clock.now() - snapshot.at < FRESH_MS
        ? Promise.resolve(snapshot)
        : refresh(),
    /** Keeps a quote that the user looks at beyond its stay in the feed. */
    remember(digest: string, entry: FeedEntry): void {
      chosen.delete(digest);
      chosen.set(digest, entry);
      const [oldest] = chosen.keys();
      if (chosen.size > REMEMBERED && oldest !== undefined) chosen.delete(oldest);
    },
    remembered: (digest: string): FeedEntry | undefined => chosen.get(digest),
    /** Spot price of an asset as the feeds tell it; for display only. */
    spotOf: (asset: string): Price8 | undefined => current()?.feed.marketData[asset],
    /** Whether a quote stands in any of the feeds as last read; `undefined` when none was read. */
    has: (digest: string): boolean | undefined => current()?.byDigest.has(digest),
  };
}
