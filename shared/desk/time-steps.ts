const HOUR_SECONDS = 3_600;
/** A period of at most this many hours is divided into hours instead of days. */
const MAX_IN_HOURS = 72;

/** Steps of a period that begins now. */
export interface TimeSteps {
  readonly hours: number;
  /** The last step may end after the period. */
  readonly count: number;
}

/** Returns the steps from `now` to `last` (both in Unix seconds). */
export function timeSteps(last: number, now: number): TimeSteps {
  const left = (last - now) / HOUR_SECONDS;
  const hours = left < MAX_IN_HOURS ? 1 : 24;
  return { hours, count: Math.max(1, Math.ceil(left / hours)) };
}

/** Returns the time after the chosen number of steps, at most `last`, in Unix seconds. */
export function momentAfter(
  chosen: number,
  { steps, now, last }: { readonly steps: TimeSteps; readonly now: number; readonly last: number },
): number {
  return Math.min(now + chosen * steps.hours * HOUR_SECONDS, Math.max(last, now));
}
