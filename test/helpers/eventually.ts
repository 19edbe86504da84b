import { vi } from 'vitest';
import { WAIT_MS } from './wait.ts';

/** Repeats a check until it passes, for at most `WAIT_MS`. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: WAIT_MS, interval: 20 });
}
