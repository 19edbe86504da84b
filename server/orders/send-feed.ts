import type { FastifyReply } from 'fastify';
import { cutSlowReader, READER_MS } from '../http/slow-reader.ts';
import type { FeedAnswer } from './feed-bytes.ts';

/**
 * Sends the chunks without copying them. Disconnects a client that reads nothing for a while, or
 * takes too long in total.
 */
export function sendFeed(
  reply: FastifyReply,
  { parts, bytes }: FeedAnswer,
  timeouts: typeof READER_MS = READER_MS,
): void {
  reply.header('content-type', 'application/json; charset=utf-8').header('content-length', bytes);
  const headers = reply.getHeaders();
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, headers as Record<string, string | number>);
  for (const part of parts) raw.write(part);
  raw.end();
  cutSlowReader(raw, timeouts);
}
