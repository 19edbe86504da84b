import type { Clock } from '../../../shared/ports.ts';

const FIRST_MS = 2_000;
const MAX_MS = 60_000;
/** Milliseconds between requests that wait for a rate-limited node. */
const TURN_MS = 1_100;

/** Remembers which endpoints asked for a pause, and for how long. */
export function createBusyEndpoints(clock: Clock) {
  const rests = new Map<string, { readonly until: number; readonly times: number }>();
  let lastTurn = 0;

  return {
    /**
     * Pauses an endpoint: for the time it asked for, or twice as long each time, at most a minute.
     */
    rest(url: string, retryAfterMs: number | undefined): void {
      const times = (rests.get(url)?.times ?? 0) + 1;
      const ownMs = FIRST_MS * 2 ** (times - 1);
      rests.set(url, { until: clock.now() + Math.min(retryAfterMs ?? ownMs, MAX_MS), times });
    },

    wellAgain(url: string): void {
      rests.delete(url);
    },

    /**
     * Reserves the next turn of waiting requests and returns the milliseconds until it. Reserves
     * nothing and returns undefined when that is longer than `longestMs`.
     */
    turn(urls: readonly string[], longestMs: number): number | undefined {
      const now = clock.now();
      const free = Math.min(...urls.map((url) => rests.get(url)?.until ?? now));
      const next = Math.max(free, lastTurn + TURN_MS, now);
      if (next - now > longestMs) return undefined;
      lastTurn = next;
      return next - now;
    },

    /** Returns the endpoints in the order to ask them, paused ones last. */
    inOrder(urls: readonly string[]): readonly string[] {
      const now = clock.now();
      const isResting = (url: string) => (rests.get(url)?.until ?? 0) > now;
      return [...urls.filter((url) => !isResting(url)), ...urls.filter(isResting)];
    },
  };
}
