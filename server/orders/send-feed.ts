import type { FastifyReply } from 'fastify';
import type { FeedAnswer } from './feed-bytes.ts';
import { READER_MS } from './limits.ts';

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
  if (raw.writableFinished || raw.socket === null) return;
  const cut = () => void raw.destroy();
  // Outgoing bytes reset the first timer, not the second.
  raw.setTimeout(timeouts.idle, cut);
  const deadline = setTimeout(cut, timeouts.whole);
  raw.once('close', () => clearTimeout(deadline));
  raw.once('finish', () => clearTimeout(deadline));
}
