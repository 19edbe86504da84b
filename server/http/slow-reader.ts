import type { ServerResponse } from 'node:http';

/**
 * Milliseconds after which a slow client is disconnected: `idle` if it reads nothing of a large
 * response, `whole` for the total time in which the response waits for the client.
 */
export const SLOW_READER_MS = { idle: 15_000, whole: 120_000 };

/** Minimum milliseconds between two searches for waiting responses. */
const LOOK_MS = 1_000;

/**
 * Disconnects a client that reads a response too slowly. Counts only the time in which the response
 * waits for the client, not the time in which the server reads rows.
 */
export function cutSlowReader(
  response: ServerResponse,
  { idle, whole }: typeof SLOW_READER_MS = SLOW_READER_MS,
): void {
  if (response.writableFinished || response.socket === null) return;
  // Outgoing bytes restart this timer.
  response.setTimeout(idle, () => {
    if (response.writableLength > 0) response.destroy();
  });
  const lookMs = Math.min(LOOK_MS, whole / 10);
  let waited = 0;
  const looks = setInterval(() => {
    if (response.writableLength > 0) waited += lookMs;
    if (waited >= whole) response.destroy();
  }, lookMs);
  response.once('close', () => clearInterval(looks));
  response.once('finish', () => clearInterval(looks));
}
