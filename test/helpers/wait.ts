/** Milliseconds that tests wait for a condition: other processes can keep all cores busy. */
export const WAIT_MS = 60_000;
