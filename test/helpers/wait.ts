/**
 * Maximum milliseconds for which tests wait for a condition. The limit is high because all cores
 * can be busy.
 */
export const WAIT_MS = 60_000;
