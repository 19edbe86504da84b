import { isRecent } from '../../../../shared/is-recent.ts';
import type { FeedEvent } from '../../../../shared/orders/feed-events.ts';
import type { Clock, Fetch, Wait } from '../../../../shared/ports.ts';
import { digestEntries } from './digest-entries.ts';
import {
  createStreamBudget,
  followFeed,
  type ParsedChange,
  type StreamEnd,
  withChange,
} from './follow-feed.ts';
import { FeedError, type ReadFeed, readFeed } from './read-feed.ts';

/** Milliseconds after which even a streamed feed is read again. */
const WHOLE_MS = 300_000;
/** A response can be older than the changes streamed before it, by this many milliseconds. */
const BEHIND_MS = 10_000;
/** Milliseconds before the stream is opened again. */
const RETRY_MS = { ended: 10_000, refused: 600_000 };

/** One feed as last read, with the changes streamed since then. */
export interface FeedSource {
  readonly url: string;
  /** Undefined before the first answer, and after a failed read. */
  latest(): ReadFeed | undefined;
  problem(): FeedError | undefined;
  /** Reads the feed. Concurrent callers share one request. Never throws a FeedError. */
  read(): Promise<void>;
  /** Opens the feed's stream, if it has one, until it isn't wanted any more. */
  follow(isWanted: () => boolean): void;
  /** Returns true when the feed was read in the last `length` milliseconds or is being streamed. */
  isRecent(length: number): boolean;
}

interface Stream {
  /** True once any data has arrived. */
  isLive: boolean;
  wasReset: boolean;
  recent: readonly { readonly at: number; readonly change: ParsedChange }[];
}

export function createFeedSource(deps: {
  readonly url: string;
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly wait: Wait;
  readonly onRead: () => void;
  readonly onChange: () => void;
}): FeedSource {
  const { url, fetch, clock } = deps;
  let latest: ReadFeed | undefined;
  let problem: FeedError | undefined;
  let reading: Promise<void> | undefined;
  /** Epoch milliseconds of the last read, whether or not it succeeded. */
  let readAt = 0;
  let stream: Stream | undefined;
  let retryAt = 0;
  const budget = createStreamBudget(clock);

  async function readOnce(): Promise<void> {
    try {
      const found = await readFeed(deps, url, latest);
      readAt = clock.now();
      latest = found;
      for (const { at, change } of stream?.recent ?? [])
        if (at >= readAt - BEHIND_MS) latest = withChange(latest, change) ?? latest;
      problem = undefined;
    } catch (error) {
      if (!(error instanceof FeedError)) throw error;
      latest = undefined;
      problem = error;
      readAt = clock.now();
    } finally {
      reading = undefined;
      deps.onRead();
    }
  }

  function read(): Promise<void> {
    reading ??= readOnce();
    return reading;
  }

  async function onEvent(current: Stream, event: FeedEvent): Promise<StreamEnd | undefined> {
    if (event.kind === 'reset') {
      // After its first change, a stream must continue with known versions.
      if (current.recent.length > 0 || current.wasReset) return 'refused';
      current.wasReset = true;
      // Waits for a running read and reads again, because the running read may lack the next
      // changes.
      await reading;
      await read();
    }
    if (latest === undefined) return 'ended';
    if (event.kind === 'change') {
      const { version, added, removed } = event.change;
      const { byDigest } = await digestEntries(added.items, deps.wait);
      const change = { version, added: byDigest, removed, marketData: added.marketData };
      const changed = withChange(latest, change);
      if (changed === undefined) return 'refused';
      latest = changed;
      const at = clock.now();
      const recent = current.recent.filter((kept) => kept.at >= at - BEHIND_MS);
      current.recent = [...recent, { at, change }];
      deps.onChange();
    }
    current.isLive = true;
    return undefined;
  }

  async function open(address: string, since: string, isWanted: () => boolean): Promise<void> {
    const current: Stream = { isLive: false, wasReset: false, recent: [] };
    stream = current;
    const end = await followFeed({
      ...{ fetch, clock, wait: deps.wait, url: address, since, budget, isWanted },
      onEvent: (event) => onEvent(current, event),
    });
    stream = undefined;
    retryAt = clock.now() + RETRY_MS[end];
  }

  return {
    url,
    latest: () => latest,
    problem: () => problem,
    read,
    follow(isWanted) {
      const { stream: address, etag } = latest ?? {};
      if (address === undefined || etag === undefined) return;
      if (stream === undefined && clock.now() >= retryAt) void open(address, etag, isWanted);
    },
    isRecent: (length) =>
      isRecent(readAt, clock.now(), stream?.isLive === true ? WHOLE_MS : length),
  };
}
