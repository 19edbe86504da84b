/** Milliseconds by which the clocks of several instances may differ without an effect. */
export const CLOCK_TOLERANCE_MS = 10_000;

/**
 * Returns true during a period of `lengthMs` that ends at `endsAt`. With a later end, the clock was
 * set back after the start: the period counts as over, because it would last too long.
 */
export function isLive(endsAt: number, lengthMs: number, now: number): boolean {
  return now < endsAt && endsAt <= latestEnd(lengthMs, now);
}

/** Returns the latest end that a period of `lengthMs` can have, for conditions in SQL. */
export function latestEnd(lengthMs: number, now: number): number {
  return now + lengthMs + CLOCK_TOLERANCE_MS;
}
