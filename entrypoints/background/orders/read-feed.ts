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

/** A feed as read, with its version and the address of its stream if the service reports them. */
export interface ReadFeed extends DigestedFeed {
  readonly etag?: string;
  readonly stream?: string;
}

/**
 * Reads one order feed (spec, "HTTP: order feed"). The browser's cache sends the version that it
 * has, so that an unchanged feed isn't transferred again. Returns `known` if that is the version.
 * @throws FeedError
 */
export async function readFeed(fetch: Fetch, url: string, known?: ReadFeed): Promise<ReadFeed> {
  const host = hostOf(url);
  let text: string;
  let etag: string | null;
  let stream: string | undefined;
  try {
    const response = await fetch(`${url}/`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      credentials: 'omit',
      cache: 'no-cache',
    });
    if (!response.ok) throw new Error('the feed answered with an error');
    etag = response.headers.get('etag');
    stream = streamOf(url, response.headers.get('link'));
    if (known?.etag !== undefined && known.etag === etag) {
      await response.body?.cancel();
      return known;
    }
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
  return {
    feed,
    byDigest,
    ...(etag !== null && { etag }),
    ...(stream !== undefined && { stream }),
  };
}

/** Returns the address of the stream that a `Link` header offers, on the feed's own origin. */
function streamOf(url: string, link: string | null): string | undefined {
  const [, target] =
    /^<([^<>]{1,200})>; rel="alternate"; type="text\/event-stream"$/.exec(link ?? '') ?? [];
  const stream = target === undefined ? null : URL.parse(target, `${url}/`);
  return stream?.origin === URL.parse(url)?.origin ? stream?.href : undefined;
}

/** Returns the host and port of a feed, as pages show it. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
