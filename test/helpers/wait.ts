/** Milliseconds for which tests wait for a condition, because all cores can be busy. */
export const WAIT_MS = 60_000;
