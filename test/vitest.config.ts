import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  // What `wxt prepare` makes of the texts.
  resolve: { alias: { '#i18n': new URL('../.wxt/i18n/index.ts', import.meta.url).pathname } },
  test: {
    setupFiles: ['test/helpers/texts.ts'],
    include: ['test/**/*.test.{ts,tsx}'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // As patient as `eventually`: a busy machine takes longer than the second that is usual.
    expect: { poll: { timeout: 20_000, interval: 20 } },
    maxWorkers: 2,
  },
});
