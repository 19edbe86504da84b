import { vi } from 'vitest';

/** Waits until a check passes, long enough for a busy machine. */
export function eventually<T>(check: () => Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 20_000, interval: 20 });
}
