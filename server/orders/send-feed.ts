import type { FastifyReply } from 'fastify';
import type { FeedAnswer } from './feed-bytes.ts';
import { READER_MS } from './limits.ts';

/**
 * Sends the pieces as they are: no copy of eight megabytes for a client that does not read them. One
 * that takes nothing for a while, or is not done after a longer one, is cut off.
 */
export function sendFeed(
  reply: FastifyReply,
  { parts, bytes }: FeedAnswer,
  patience: typeof READER_MS = READER_MS,
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
  // Bytes that leave count as activity for the first, not for the second.
  raw.setTimeout(patience.idle, cut);
  const deadline = setTimeout(cut, patience.whole);
  raw.once('close', () => clearTimeout(deadline));
  raw.once('finish', () => clearTimeout(deadline));
}
