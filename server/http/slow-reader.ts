import type { ServerResponse } from 'node:http';

/**
 * A client that reads nothing of a large response for `idle`, or isn't finished after `whole`, is
 * disconnected.
 */
export const READER_MS = { idle: 15_000, whole: 120_000 };

/** Disconnects the client of a response that reads too slowly. */
export function cutSlowReader(
  response: ServerResponse,
  { idle, whole }: typeof READER_MS = READER_MS,
): void {
  if (response.writableFinished || response.socket === null) return;
  const cut = () => void response.destroy();
  // Outgoing bytes reset the first timer, not the second.
  response.setTimeout(idle, cut);
  const deadline = setTimeout(cut, whole);
  response.once('close', () => clearTimeout(deadline));
  response.once('finish', () => clearTimeout(deadline));
}
