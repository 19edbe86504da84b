import { isRecent } from '../../../../shared/is-recent.ts';
import { mergeFeeds } from '../../../../shared/orders/merge-feeds.ts';
import type { Feed, FeedEntry } from '../../../../shared/orders/parse-feed.ts';
import type { Clock, Fetch, Wait } from '../../../../shared/ports.ts';
import type { Price8 } from '../../../../shared/units.ts';
import { createFeedSource, type FeedSource } from './feed-source.ts';
import { type FeedError, NoFeedError } from './read-feed.ts';

/**
 * Milliseconds after which the feed is read again before a fill (options-market.md, "Limits", rule
 * 3).
 */
export const FRESH_MS = 30_000;
/** Milliseconds after which silent feeds are read again: pages ask every 10 s. */
const DEAD_MS = 8_000;
/**
 * Milliseconds that other feeds get after the first answer. Later answers are in the next snapshot.
 */
const TIMEOUT_MS = 2_500;

/** Maximum age (milliseconds) of a read that can show that a quote isn't in the feed. */
const RECHECK_MS = 5_000;
/** Maximum milliseconds to wait for feeds while an approval is explained. */
const RECHECK_WAIT_MS = 1_000;

/** Streams end this many milliseconds after a page last asked for changes. */
const FOLLOWED_MS = 20_000;
/**
 * Maximum milliseconds to wait for a change. `LIST_MS`: minimum milliseconds between two lists sent
 * to one page.
 */
const CHANGE_WAIT_MS = 15_000;
const LIST_MS = 5_000;
/**
 * Milliseconds in which a list keeps its orders while pages read check results. Less than LIST_MS.
 */
const SAME_LIST_MS = 4_000;

const REMEMBERED = 100;

export interface FeedState {
  readonly url: string;
  /** Number of the feed's orders; undefined before the first answer. */
  readonly count?: number;
  /** Set when the last read failed. The feed's orders are then missing. */
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

/**
 * Merges the orders of all feeds. A failed or slow feed is reported and doesn't delay the other
 * feeds. Concurrent callers share one request to each feed.
 */
export function createOrdersFeed(deps: {
  fetch: Fetch;
  clock: Clock;
  wait: Wait;
  urls: () => readonly string[];
}) {
  let snapshot: FeedSnapshot | undefined;
  let round: { readonly isWhole: boolean; readonly done: Promise<FeedSnapshot> } | undefined;
  let sources: readonly FeedSource[] = [];
  /** True when a feed has changes that the snapshot doesn't have. */
  let hasChanged = false;
  let nextChange = Promise.withResolvers<void>();
  let followedUntil = 0;
  const chosen = createChosen();

  function noteChange(): void {
    hasChanged = true;
    nextChange.resolve();
    nextChange = Promise.withResolvers();
  }

  function sourceOf(url: string): FeedSource {
    const source: FeedSource = createFeedSource({
      ...{ url, fetch: deps.fetch, clock: deps.clock, wait: deps.wait },
      onRead() {
        // A feed that answered later than the other feeds changes the orders.
        if (round === undefined && sources.includes(source)) noteChange();
      },
      onChange: noteChange,
    });
    return source;
  }

  /** Reads all feeds, or only those that are old and not being streamed. */
  async function readAll(isWhole: boolean): Promise<FeedSnapshot> {
    const urls = deps.urls();
    if (urls.length === 0) throw new NoFeedError('noFeed', 'No feed is set.');
    sources = [...new Set(urls)].map(
      (url) => sources.find((source) => source.url === url) ?? sourceOf(url),
    );
    const age = maxAge();
    const all = sources.map(async (source) => {
      if (isWhole || !source.isRecent(age)) await source.read();
    });
    const anyWell = Promise.any(
      all.map(async (reading, i) => {
        await reading;
        if (sources[i]?.latest() === undefined) throw new Error('not well');
      }),
    ).then(() => deps.wait(TIMEOUT_MS));
    await Promise.race([Promise.all(all), anyWell.catch(() => Promise.all(all))]);
    const failure = failureOfAll();
    if (failure !== undefined) throw failure;
    return merged(deps.clock.now());
  }

  function failureOfAll(): FeedError | undefined {
    if (sources.some((source) => source.latest() !== undefined)) return undefined;
    return sources.find((source) => source.problem() !== undefined)?.problem();
  }

  const maxAge = () => (failureOfAll() === undefined ? FRESH_MS : DEAD_MS);

  function merged(at: number): FeedSnapshot {
    hasChanged = false;
    const { byDigest, ...rest } = mergeFeeds(sources.flatMap((source) => source.latest() ?? []));
    const feed = { ...rest, orders: [...byDigest.values()], timestamp: undefined };
    snapshot = { feed, byDigest, feeds: sources.map(stateOf), at };
    return snapshot;
  }

  /** The user may have chosen other feeds in the meantime. */
  const isCurrent = ({ feeds }: FeedSnapshot) =>
    feeds.map(({ url }) => url).join(' ') === deps.urls().join(' ');

  /** Returns the last reads of the chosen feeds, with the changes streamed since then. */
  const current = (): FeedSnapshot | undefined => {
    if (snapshot === undefined || !isCurrent(snapshot)) return undefined;
    return hasChanged ? merged(deps.clock.now()) : snapshot;
  };

  function refresh(isWhole: boolean): Promise<FeedSnapshot> {
    if (round !== undefined && (round.isWhole || !isWhole)) return round.done;
    const done = readAll(isWhole).finally(() => {
      if (round?.done === done) round = undefined;
    });
    round = { isWhole, done };
    return done;
  }

  const isSameList = (listed: FeedSnapshot) =>
    isCurrent(listed) && isRecent(listed.at, deps.clock.now(), SAME_LIST_MS);

  async function fresh(listed?: FeedSnapshot): Promise<FeedSnapshot> {
    const known = listed !== undefined && isSameList(listed) ? listed : current();
    const age = maxAge();
    const isFresh = sources.every((source) => source.isRecent(age));
    if (known === undefined || !isFresh) return refresh(false);
    // The failure is newer than the last snapshot, so the snapshot isn't returned.
    const failure = failureOfAll();
    if (failure !== undefined) throw failure;
    return known;
  }

  return {
    refresh: () => refresh(true),
    last: current,
    /**
     * Returns the newest snapshot. Feeds without a stream are read again after 30 s.
     * @param listed a page's list, which is returned while it is younger than `SAME_LIST_MS`
     */
    fresh,
    /**
     * Waits until the orders have changed since a snapshot. First waits until `LIST_MS` after the
     * snapshot's time, then at most 15 seconds more. Pages call this repeatedly while they show
     * orders. Until 20 seconds after the last call, feeds stream their changes if they can.
     */
    async changed(since: number): Promise<boolean> {
      followedUntil = deps.clock.now() + FOLLOWED_MS;
      // A worker that has just started must first read the feeds. The list reports failures.
      await fresh().catch(() => undefined);
      for (const source of sources)
        source.follow(() => deps.clock.now() < followedUntil && sources.includes(source));
      const pause = since + LIST_MS - deps.clock.now();
      if (pause > 0) await deps.wait(Math.min(pause, LIST_MS));
      const isNewer = () => hasChanged || (snapshot !== undefined && snapshot.at !== since);
      if (!isNewer()) await Promise.race([nextChange.promise, deps.wait(CHANGE_WAIT_MS)]);
      return isNewer();
    },
    ...chosen,
    /** Returns an asset's price as the feeds report it, for display only. */
    spotOf: (asset: string): Price8 | undefined => current()?.feed.marketData[asset],
    /**
     * Returns whether a quote is in a feed; `undefined` when no feed was read. Before returning
     * false, reads the feeds again, because the quote may be new.
     */
    async has(digest: string): Promise<boolean | undefined> {
      const known = current();
      const isNew = known !== undefined && isRecent(known.at, deps.clock.now(), RECHECK_MS);
      if (known?.byDigest.has(digest) === true || isNew) return known.byDigest.has(digest);
      // Without an answer in time, the last read decides.
      await Promise.race([refresh(true).catch(() => undefined), deps.wait(RECHECK_WAIT_MS)]);
      return current()?.byDigest.has(digest);
    },
  };
}

function stateOf(source: FeedSource): FeedState {
  const [count, problem] = [source.latest()?.byDigest.size, source.problem()?.code];
  return {
    url: source.url,
    ...(count === undefined ? {} : { count }),
    ...(problem === undefined ? {} : { problem }),
  };
}

/** Keeps the quotes of opened tickets, even after they leave the feed. */
function createChosen() {
  const chosen = new Map<string, FeedEntry>();
  return {
    remember(digest: string, entry: FeedEntry): void {
      chosen.delete(digest);
      chosen.set(digest, entry);
      const [oldest] = chosen.keys();
      if (chosen.size > REMEMBERED && oldest !== undefined) chosen.delete(oldest);
    },
    remembered: (digest: string): FeedEntry | undefined => chosen.get(digest),
  };
}
