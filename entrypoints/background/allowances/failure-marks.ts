import type { Clock } from '../../../shared/ports.ts';

/** Milliseconds before a failed contract is asked again. Each further failure doubles this time. */
const RETRY_MS = 60_000;
const MAX_RETRY_MS = 3_600_000;
/** Maximum number of marks, above the number of allowances that are kept. */
const MAX_KEPT = 4_000;

/** Remembers contracts and calls that failed, each for a limited time. */
export function createFailureMarks(clock: Clock) {
  const marks = new Map<string, { readonly until: number; readonly failures: number }>();
  return {
    has: (key: string): boolean => marks.has(key),
    /** Returns true while the contract or call must not be asked again. */
    isActive: (key: string): boolean => (marks.get(key)?.until ?? 0) > clock.now(),
    add(key: string): void {
      const failures = (marks.get(key)?.failures ?? 0) + 1;
      const pause = Math.min(RETRY_MS * 2 ** (failures - 1), MAX_RETRY_MS);
      marks.delete(key);
      marks.set(key, { failures, until: clock.now() + pause });
      forgetOldest(marks);
    },
    end: (key: string): void => void marks.delete(key),
  };
}

export function forgetOldest(map: Map<string, unknown>): void {
  const [oldest] = map.keys();
  if (map.size > MAX_KEPT && oldest !== undefined) map.delete(oldest);
}
