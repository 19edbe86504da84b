import { vi } from 'vitest';

/** Waits until a check passes, for as long as a busy machine may need. */
export function eventually<T>(check: () => Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 20_000, interval: 20 });
}
