/** A report this often is enough for locks of a minute and more. */
const EVERY_MS = 10_000;

const USE_EVENTS = ['pointerdown', 'keydown', 'wheel'] as const;

/**
 * Reports that a person uses the page: presses, keys and scrolling, at most every 10 seconds. Events
 * that a script made do not count. Returns how to stop.
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
