import { boundedText } from '../../../shared/bounded-text.ts';
import { CondorError } from '../../../shared/errors.ts';
import { orderDigest } from '../../../shared/orders/eip712.ts';
import type { DigestedFeed } from '../../../shared/orders/merge-feeds.ts';
import { parseFeed } from '../../../shared/orders/parse-feed.ts';
import { parseJson } from '../../../shared/parse.ts';
import type { Fetch } from '../../../shared/ports.ts';

const TIMEOUT_MS = 15_000;
/** Twice a feed of 10 000 orders. */
const MAX_BYTES = 16_000_000;

/** `details.host` names the feed. */
export class FeedError extends CondorError<'feed-unreachable' | 'feed-unreadable'> {}

export class NoFeedError extends CondorError<'no-feed'> {}

/** Reads one order feed as a whole (spec, "HTTP: order feed"). @throws FeedError */
export async function readFeed(fetch: Fetch, url: string): Promise<DigestedFeed> {
  const host = hostOf(url);
  let text: string;
  try {
    const response = await fetch(`${url}/`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      credentials: 'omit',
      cache: 'no-store',
    });
    if (!response.ok) throw new Error('the feed answered with an error');
    text = await boundedText(response, MAX_BYTES);
  } catch (cause) {
    throw new FeedError('feed-unreachable', 'The feed does not answer.', {
      details: { host },
      cause,
    });
  }
  const feed = parseFeed(parseJson(text));
  if (feed === undefined) {
    throw new FeedError('feed-unreadable', 'The feed cannot be read.', { details: { host } });
  }
  const byDigest = new Map(
    feed.orders.map((entry) => [orderDigest(entry.order, entry.optionBookAddress), entry]),
  );
  return { feed, byDigest };
}

/** Returns the host and port of a feed, as pages show it. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
