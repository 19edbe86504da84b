/** Milliseconds by which the clocks of several instances may differ without an effect. */
export const CLOCK_TOLERANCE_MS = 10_000;

/**
 * Returns true during a period of `lengthMs` that ends at `endsAt`. An end that is further away
 * than `lengthMs` means that the clock was set back after the start. Such a period counts as over,
 * because it would last too long.
 */
export function isLive(endsAt: number, lengthMs: number, now: number): boolean {
  return now < endsAt && endsAt <= latestEnd(lengthMs, now);
}

/** Returns the latest possible end of a period of `lengthMs`, for conditions in SQL. */
export function latestEnd(lengthMs: number, now: number): number {
  return now + lengthMs + CLOCK_TOLERANCE_MS;
}
