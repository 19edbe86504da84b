/** Minimum milliseconds between reports: short enough for an auto-lock of one minute. */
const EVERY_MS = 10_000;

const USE_EVENTS = ['pointerdown', 'keydown', 'wheel'] as const;

/**
 * Reports user activity on the page (clicks, keys, scrolling) at most every 10 seconds. Ignores
 * events that scripts create. Returns a function that removes the listeners.
 */
export function reportUse(options: {
  target: Pick<EventTarget, 'addEventListener'>;
  now: () => number;
  report: () => void;
}): () => void {
  const { target, now, report } = options;
  const listening = new AbortController();
  let reportedAt = Number.NEGATIVE_INFINITY;
  const notice = ({ isTrusted }: Pick<Event, 'isTrusted'>) => {
    if (!isTrusted || now() - reportedAt < EVERY_MS) return;
    reportedAt = now();
    report();
  };
  for (const type of USE_EVENTS) {
    target.addEventListener(type, notice, {
      capture: true,
      passive: true,
      signal: listening.signal,
    });
  }
  return () => listening.abort();
}
