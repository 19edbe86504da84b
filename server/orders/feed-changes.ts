import type { Hex } from 'viem';
import { createSharedEvent, type SharedEvent } from './shared-event.ts';

/** One step of the feed, from one version to the next. */
interface FeedChange {
  /** The ETags of the feed before and after. */
  readonly from: string;
  readonly version: string;
  readonly event: SharedEvent;
  /** Milliseconds of `performance.now()`. */
  readonly at: number;
}

/** Changed entries by digest; undefined for a removed entry. */
type ChangedEntries = ReadonlyMap<Hex, string | undefined>;

/**
 * Milliseconds for which changes are kept. Responses of caches and other instances are much newer,
 * so a client that reads the feed and then applies these changes misses none.
 */
const KEPT_MS = 10_000;
/** Maximum characters of kept changes. A client that is further behind reads the feed. */
const KEPT_LENGTH = 32_000_000;

/** The newest changes of the feed, as events. */
export interface FeedChanges {
  readonly version: string;
  /** Adds a step; returns it, or undefined if the version is the same. */
  add(change: {
    readonly version: string;
    readonly entries: ChangedEntries;
    readonly marketData: Readonly<Record<string, number>>;
  }): FeedChange | undefined;
  /**
   * Returns the events after a version; a `reset` and all kept events when the version isn't known.
   */
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
