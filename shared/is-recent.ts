/**
 * Returns true when `at` is less than `length` before `now`. All three have the same unit of time.
 * A time after `now` isn't recent, because the clock was set back.
 */
export function isRecent(at: number, now: number, length: number): boolean {
  return at <= now && now - at < length;
}
