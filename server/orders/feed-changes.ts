import type { Hex } from 'viem';
import { createSharedEvent, type SharedEvent } from './shared-event.ts';

interface FeedChange {
  /** ETag of the feed before the change, and after it. */
  readonly from: string;
  readonly version: string;
  readonly event: SharedEvent;
  /** Milliseconds of `performance.now()`. */
  readonly at: number;
}

/** Changed entries by digest. The value of a removed entry is undefined. */
type ChangedEntries = ReadonlyMap<Hex, string | undefined>;

/**
 * Milliseconds for which changes are kept. Responses from caches and other instances are much
 * newer, so a client that reads the feed and then follows the changes misses no change.
 */
const KEPT_MS = 10_000;
/** Maximum characters of kept changes. A client further behind reads the whole feed. */
const KEPT_LENGTH = 32_000_000;

export interface FeedChanges {
  readonly version: string;
  /** Adds a change and returns it; returns undefined if the version stays the same. */
  add(change: {
    readonly version: string;
    readonly entries: ChangedEntries;
    readonly marketData: Readonly<Record<string, number>>;
  }): FeedChange | undefined;
  /** Returns the events after a version; for an unknown version, a `reset` and all kept events. */
  since(version: string | undefined): readonly SharedEvent[];
}

export function createFeedChanges(first: string): FeedChanges {
  const kept: FeedChange[] = [];
  const reset = createSharedEvent('event: reset\ndata: {}\n\n');
  let version = first;
  let length = 0;

  function forget(now: number): void {
    for (let [oldest] = kept; oldest !== undefined; [oldest] = kept) {
      if (now - oldest.at <= KEPT_MS && length <= KEPT_LENGTH) break;
      length -= oldest.event.plain.length;
      kept.shift();
    }
  }

  return {
    get version() {
      return version;
    },
    add(change) {
      const at = performance.now();
      forget(at);
      if (change.version === version && change.entries.size === 0) return undefined;
      const event = createSharedEvent(eventOf(change));
      const step = { from: version, version: change.version, event, at };
      kept.push(step);
      length += event.plain.length;
      version = change.version;
      return step;
    },
    since(known) {
      const index = known === version ? kept.length : kept.findIndex(({ from }) => from === known);
      const missed = kept.slice(Math.max(0, index)).map(({ event }) => event);
      return index >= 0 ? missed : [reset, ...missed];
    },
  };
}

/** The bodies are JSON without line breaks. */
function eventOf({ version, entries, marketData }: Parameters<FeedChanges['add']>[0]): string {
  const added = [...entries.values()].filter((body) => body !== undefined);
  const removed = [...entries].flatMap(([digest, body]) => (body === undefined ? [digest] : []));
  const rest = `"removed":${JSON.stringify(removed)},"market_data":${JSON.stringify(marketData)}`;
  return `id: ${version}\ndata: {"added":[${added.join(',')}],${rest}}\n\n`;
}
