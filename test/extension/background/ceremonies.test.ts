import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createCeremonies } from '../../../entrypoints/background/vault/passkeys/ceremonies.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('keeps the worker alive while a passkey prompt is open, and not afterwards', async () => {
  const keepAlive = vi.fn();
  const ceremonies = createCeremonies({
    windows: {
      open: async () => 1,
      find: async () => undefined,
      focus: async () => true,
      close: async () => undefined,
      onClosed: () => undefined,
    },
    random: { bytes: (length) => new Uint8Array(length) },
    failureOf: () => ({ code: 'AUTH_FAILED' }),
    language: () => 'browser',
    keepAlive,
    onChange: () => undefined,
  });
  const { promise: prompt, resolve: confirm } = Promise.withResolvers<void>();
  const ran = ceremonies.run(() => prompt, 'unlocked');
  await vi.advanceTimersByTimeAsync(90_000);
  // Browsers stop a worker that is idle for 30 seconds.
  expect(keepAlive.mock.calls.length).toBeGreaterThanOrEqual(4);
  confirm();
  await ran;
  keepAlive.mockClear();
  await vi.advanceTimersByTimeAsync(90_000);
  expect(keepAlive).not.toHaveBeenCalled();
});
