import { boundedText } from '../../../shared/bounded-text.ts';
import { CondorError } from '../../../shared/errors.ts';
import { orderDigest } from '../../../shared/orders/eip712.ts';
import { type Feed, type FeedEntry, parseFeed } from '../../../shared/orders/parse-feed.ts';
import { parseJson } from '../../../shared/parse.ts';
import type { Clock, Fetch } from '../../../shared/ports.ts';
import type { Price8 } from '../../../shared/units.ts';

/** Older than this, the feed is read again before anything is built on it (spec, Limits 3). */
export const FRESH_MS = 30_000;
const TIMEOUT_MS = 15_000;
/** Twice a feed of 10 000 orders. */
const MAX_BYTES = 16_000_000;

/** Quotes that tickets were opened for: enough for a user, too few to weigh anything. */
const REMEMBERED = 100;

export class FeedError extends CondorError<'feed-unreachable' | 'feed-unreadable'> {}

export interface FeedSnapshot {
  readonly feed: Feed;
  /** Entries by EIP-712 digest. */
  readonly byDigest: ReadonlyMap<string, FeedEntry>;
  /** Epoch milliseconds at which it was read. */
  readonly at: number;
}

export type OrdersFeed = ReturnType<typeof createOrdersFeed>;

/** The live orders as last read. One request runs at a time; everybody waits for that one. */
export function createOrdersFeed(deps: { fetch: Fetch; clock: Clock; url: () => string }) {
  let snapshot: FeedSnapshot | undefined;
  let reading: Promise<FeedSnapshot> | undefined;
  const chosen = new Map<string, FeedEntry>();

  async function read(): Promise<FeedSnapshot> {
    let text: string;
    try {
      const response = await deps.fetch(`${deps.url()}/`, {
        signal: AbortSignal.timeout(TIMEOUT_MS),
        credentials: 'omit',
        cache: 'no-store',
      });
      if (!response.ok) throw new Error('the feed answered with an error');
      text = await boundedText(response, MAX_BYTES);
    } catch (cause) {
      throw new FeedError('feed-unreachable', 'The order feed does not answer.', { cause });
    }
    const feed = parseFeed(parseJson(text));
    if (feed === undefined) {
      throw new FeedError('feed-unreadable', 'The order feed answers something that is no feed.');
    }
    const byDigest = new Map(
      feed.orders.map((entry) => [orderDigest(entry.order, entry.optionBookAddress), entry]),
    );
    return { feed, byDigest, at: deps.clock.now() };
  }

  function refresh(): Promise<FeedSnapshot> {
    reading ??= read()
      .then((next) => {
        snapshot = next;
        return next;
      })
      .finally(() => {
        reading = undefined;
      });
    return reading;
  }

  return {
    refresh,
    last: (): FeedSnapshot | undefined => snapshot,
    /** The newest snapshot, read again when it is older than 30 s. */
    fresh: (): Promise<FeedSnapshot> =>
      snapshot !== undefined && deps.clock.now() - snapshot.at < FRESH_MS
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
    /** Spot price of an asset as the feed tells it; for display only. */
    spotOf: (asset: string): Price8 | undefined => snapshot?.feed.marketData[asset],
    /** Whether a quote stands in the last feed; `undefined` when none was read. */
    has: (digest: string): boolean | undefined => snapshot?.byDigest.has(digest),
  };
}
