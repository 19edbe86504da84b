import { type FeedEvent, parseFeedEvent } from '../../../../shared/orders/feed-events.ts';
import type { Clock, Fetch, Wait } from '../../../../shared/ports.ts';
import type { Price8 } from '../../../../shared/units.ts';
import { type DigestedEntries, FEED_SHAPE } from './digest-entries.ts';
import type { ReadFeed } from './read-feed.ts';

/**
 * Milliseconds without data after which a stream ends. Services send a heartbeat every ten seconds.
 */
const SILENCE_MS = 30_000;
const LOOK_MS = 5_000;
/** Limits for a stream, far above a market whose makers renew ten thousand quotes a minute. */
const MAX_PER_MINUTE = { bytes: 32_000_000, events: 1_500, orders: 20_000 };
/**
 * Maximum characters of an event. This limit and `MAX_ORDERS` are twice the sizes of the largest
 * feed.
 */
const MAX_EVENT_LENGTH = 16_000_000;
const MAX_ORDERS = 20_000;
const MINUTE_MS = 60_000;

/**
 * Reason why a stream ended. `refused`: the response isn't a stream, or exceeded the wallet's
 * limits.
 */
export type StreamEnd = 'ended' | 'refused';

/**
 * Reads a feed's stream of changes since a version, and calls `onEvent` for each change. Ends when
 * the connection ends, no data arrives for half a minute, the stream isn't wanted any more, or
 * `onEvent` returns an end.
 */
export async function followFeed(deps: {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly wait: Wait;
  readonly url: string;
  readonly since: string;
  readonly budget: StreamBudget;
  readonly isWanted: () => boolean;
  readonly onEvent: (event: FeedEvent) => Promise<StreamEnd | undefined>;
}): Promise<StreamEnd> {
  const { clock } = deps;
  const ending = new AbortController();
  let heardAt = clock.now();
  async function watch(): Promise<void> {
    while (!ending.signal.aborted) {
      await deps.wait(LOOK_MS);
      if (!deps.isWanted() || clock.now() - heardAt > SILENCE_MS) ending.abort();
    }
  }
  try {
    const response = await deps.fetch(`${deps.url}?since=${encodeURIComponent(deps.since)}`, {
      signal: ending.signal,
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
    });
    const type = response.headers.get('content-type') ?? '';
    if (!response.ok || !type.startsWith('text/event-stream') || response.body === null) {
      await response.body?.cancel();
      return 'refused';
    }
    void watch();
    const reader = response.body.getReader();
    ending.signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined));
    const decoder = new TextDecoder();
    const lines = createLines();
    for (;;) {
      const { done, value } = await reader.read();
      if (done || ending.signal.aborted) return 'ended';
      heardAt = clock.now();
      const events = lines.add(decoder.decode(value, { stream: true }));
      const isWithin = deps.budget.spend({ bytes: value.length, events: events.length });
      if (!isWithin || lines.length() > MAX_EVENT_LENGTH) return 'refused';
      for (const text of events) {
        const event = parseFeedEvent(text, FEED_SHAPE);
        const orders = event?.kind === 'change' ? event.change.added.items.length : 0;
        if (event === undefined || !deps.budget.spend({ orders })) return 'refused';
        const end = await deps.onEvent(event);
        if (end !== undefined) return end;
      }
    }
  } catch {
    // After a broken connection, the feed is read as if it had no stream.
    return 'ended';
  } finally {
    ending.abort();
  }
}

/** Splits pieces of text into the lines of events. */
function createLines() {
  let line: string[] = [];
  let lines: string[] = [];
  let length = 0;
  return {
    /** Adds a piece of text and returns the events that are now complete. */
    add(text: string): (readonly string[])[] {
      const events: string[][] = [];
      const [first = '', ...others] = text.split('\n');
      line.push(first);
      length += first.length;
      for (const other of others) {
        const whole = line.join('');
        if (whole !== '') lines.push(whole);
        else {
          if (lines.length > 0) events.push(lines);
          lines = [];
          length = 0;
        }
        line = [other];
        length += other.length + 1;
      }
      return events;
    },
    length: () => length,
  };
}

export type StreamBudget = ReturnType<typeof createStreamBudget>;

/** Creates the counters for the limits of a feed's stream. A new connection doesn't reset them. */
export function createStreamBudget(clock: Clock) {
  let since = clock.now();
  let spent = { bytes: 0, events: 0, orders: 0 };
  return {
    spend({ bytes = 0, events = 0, orders = 0 }: Partial<typeof spent>): boolean {
      if (clock.now() - since >= MINUTE_MS) {
        since = clock.now();
        spent = { bytes: 0, events: 0, orders: 0 };
      }
      spent = {
        bytes: spent.bytes + bytes,
        events: spent.events + events,
        orders: spent.orders + orders,
      };
      return (
        spent.bytes <= MAX_PER_MINUTE.bytes &&
        spent.events <= MAX_PER_MINUTE.events &&
        spent.orders <= MAX_PER_MINUTE.orders
      );
    },
  };
}

export interface ParsedChange {
  readonly version: string;
  readonly added: DigestedEntries['byDigest'];
  readonly removed: readonly string[];
  readonly marketData: Readonly<Record<string, Price8>>;
}

/** Returns a feed after a change; undefined when it would exceed the maximum number of orders. */
export function withChange(
  read: ReadFeed,
  { version, added, removed, marketData }: ParsedChange,
): ReadFeed | undefined {
  const byDigest = new Map(read.byDigest);
  for (const digest of removed) byDigest.delete(digest);
  for (const [digest, entry] of added) byDigest.set(digest, entry);
  if (byDigest.size > MAX_ORDERS) return undefined;
  const { problems } = read.feed;
  return { ...read, byDigest, feed: { problems, marketData }, etag: version };
}
