/**
 * Returns true when `at` is less than `length` before `now`, all in one unit of time. A time after
 * now isn't recent: the clock was set back since.
 */
export function isRecent(at: number, now: number, length: number): boolean {
  return at <= now && now - at < length;
}
