import { boundedText } from '../../../../shared/bounded-text.ts';
import { CondorError } from '../../../../shared/errors.ts';
import { isWithinShape } from '../../../../shared/json-shape.ts';
import type { DigestedFeed } from '../../../../shared/orders/merge-feeds.ts';
import { type FeedBody, parseFeedBody } from '../../../../shared/orders/parse-feed.ts';
import { parseJson } from '../../../../shared/parse.ts';
import type { Fetch, Wait } from '../../../../shared/ports.ts';
import { digestEntries, FEED_SHAPE } from './digest-entries.ts';

const TIMEOUT_MS = 15_000;
/** Bytes: twice a feed of 10,000 orders. */
const MAX_BYTES = 16_000_000;

/** `details.host` names the feed. */
export class FeedError extends CondorError<'feedUnreachable' | 'feedUnreadable'> {}

export class NoFeedError extends CondorError<'noFeed'> {}

/** Version of a feed and URL of its stream, if the service reports them. */
interface FeedVersion {
  readonly etag?: string;
  readonly stream?: string;
}

export interface ReadFeed extends DigestedFeed, FeedVersion {}

/**
 * Reads one order feed (options-market.md, "HTTP: order feed"). The browser's cache sends the
 * cached version's tag, so an unchanged feed isn't transferred again. Returns `known` if the
 * version is the same.
 * @throws FeedError
 */
export async function readFeed(
  { fetch, wait }: { readonly fetch: Fetch; readonly wait: Wait },
  url: string,
  known?: ReadFeed,
): Promise<ReadFeed> {
  const read = await fetchFeed(fetch, url, known?.etag);
  if (read === 'unchanged') return known ?? Promise.reject(new Error('an unknown feed'));
  const { body, ...version } = read;
  const { byDigest, problems } = await digestEntries(body.items, wait);
  return { feed: { problems, marketData: body.marketData }, byDigest, ...version };
}

/**
 * Fetches one order feed without parsing its entries.
 * @throws FeedError
 */
export async function fetchFeed(
  fetch: Fetch,
  url: string,
  knownEtag?: string,
): Promise<(FeedVersion & { readonly body: FeedBody }) | 'unchanged'> {
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
    if (knownEtag !== undefined && knownEtag === etag) {
      await response.body?.cancel();
      return 'unchanged';
    }
    text = await boundedText(response, MAX_BYTES);
  } catch (cause) {
    throw new FeedError('feedUnreachable', 'The feed does not answer.', {
      details: { host },
      cause,
    });
  }
  const body = isWithinShape(text, FEED_SHAPE) ? parseFeedBody(parseJson(text)) : undefined;
  if (body === undefined) {
    throw new FeedError('feedUnreadable', 'The feed cannot be read.', { details: { host } });
  }
  return {
    body,
    ...(etag !== null && { etag }),
    ...(stream !== undefined && { stream }),
  };
}

/** Returns the stream's URL from a `Link` header, if it is on the feed's own origin. */
function streamOf(url: string, link: string | null): string | undefined {
  const [, target] =
    /^<([^<>]{1,200})>; rel="alternate"; type="text\/event-stream"$/.exec(link ?? '') ?? [];
  const stream = target === undefined ? null : URL.parse(target, `${url}/`);
  return stream?.origin === URL.parse(url)?.origin ? stream?.href : undefined;
}

/** Returns a feed's host and port, for pages. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
