/**
 * Milliseconds for which tests wait for a condition, because other processes can keep all cores
 * busy.
 */
export const WAIT_MS = 60_000;
