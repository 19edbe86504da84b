import type { JsonShape } from '../../../../shared/json-shape.ts';
import { orderDigest } from '../../../../shared/orders/eip712.ts';
import {
  createEntryReader,
  type Feed,
  type FeedEntry,
} from '../../../../shared/orders/parse-feed.ts';
import type { Wait } from '../../../../shared/ports.ts';

/** Limits of the JSON of a feed or an event: 50 values per order, for twice the largest feed. */
export const FEED_SHAPE: JsonShape = { depth: 16, values: 1_000_000 };

/** Number of entries to parse (about 20 ms) before other work gets a turn. */
const AT_ONCE = 100;

export interface DigestedEntries {
  /** Entries by EIP-712 digest. */
  readonly byDigest: ReadonlyMap<string, FeedEntry>;
  readonly problems: Feed['problems'];
}

/** Parses a feed's entries in slices, so that a large feed doesn't keep the worker busy. */
export async function digestEntries(
  items: readonly unknown[],
  wait: Wait,
): Promise<DigestedEntries> {
  const read = createEntryReader();
  const byDigest = new Map<string, FeedEntry>();
  const problems: Feed['problems'][number][] = [];
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % AT_ONCE === 0) await wait(0);
    const entry = read(item);
    if (typeof entry === 'string') problems.push({ index, field: entry });
    else byDigest.set(orderDigest(entry.order, entry.optionBookAddress), entry);
  }
  return { byDigest, problems };
}
