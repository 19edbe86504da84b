import type { ServerResponse } from 'node:http';

/**
 * A client that reads nothing of a large response for `idle`, or needs longer than `whole` for all
 * of it, is disconnected.
 */
export const READER_MS = { idle: 15_000, whole: 120_000 };

/** Disconnects the client of a response that reads too slowly. */
export function cutSlowReader(
  response: ServerResponse,
  { idle, whole }: typeof READER_MS = READER_MS,
): void {
  if (response.writableFinished || response.socket === null) return;
  // Outgoing bytes reset this timer. A response without bytes waits for us, not for its client.
  response.setTimeout(idle, () => {
    if (response.writableLength > 0) response.destroy();
  });
  const ending = setTimeout(() => response.destroy(), whole);
  response.once('close', () => clearTimeout(ending));
}
