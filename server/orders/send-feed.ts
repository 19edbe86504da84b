import type { FastifyReply } from 'fastify';
import { cutSlowReader, type SLOW_READER_MS } from '../http/slow-reader.ts';
import type { FeedAnswer } from './feed-bytes.ts';
import type { Encoding } from './feed-encodings.ts';

/**
 * Sends the chunks without copying them, or status 304 to a client that already has this version.
 * Disconnects a client that reads nothing for some time, or needs too long in total.
 */
export function sendFeed(
  reply: FastifyReply,
  { parts, bytes, etag }: FeedAnswer,
  options: { readonly encoding?: Encoding; readonly timeouts?: typeof SLOW_READER_MS } = {},
): void {
  const { encoding = 'identity', timeouts } = options;
  reply
    .header('content-type', 'application/json; charset=utf-8')
    // Browsers ask each time, and get no body if the feed is unchanged. A shared cache asks once a
    // second for all its readers.
    .header('cache-control', 'public, max-age=0, s-maxage=1')
    .header('vary', 'accept-encoding')
    .header('access-control-expose-headers', 'etag, link')
    .header('etag', etag);
  if (hasVersion(reply.request.headers['if-none-match'], etag)) {
    void reply.code(304).send();
    return;
  }
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  reply.header('content-length', bytes);
  const headers = reply.getHeaders();
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, headers as Record<string, string | number>);
  if (reply.request.method !== 'HEAD') for (const part of parts) raw.write(part);
  raw.end();
  cutSlowReader(raw, timeouts);
}

function hasVersion(known: string | undefined, etag: string): boolean {
  return known?.split(',').some((one) => one.trim() === etag) === true;
}
