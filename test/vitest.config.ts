import { defineConfig } from 'vitest/config';
import { INTEGRATION_FILES, IS_RELEASE, RELEASE_FILES } from './belts.ts';

// Tests start the servers often, and workers inherit it.
process.env.NODE_COMPILE_CACHE ??= new URL('../.output/compile-cache', import.meta.url).pathname;

const TESTS = ['test/**/*.test.{ts,tsx}'];

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  // Generated from the texts by `wxt prepare`.
  resolve: { alias: { '#i18n': new URL('../.wxt/i18n/index.ts', import.meta.url).pathname } },
  test: {
    globalSetup: ['test/helpers/provide-texts.ts'],
    setupFiles: ['test/helpers/texts.ts'],
    // A test waits for several conditions, each for at most a minute; see `WAIT_MS`.
    testTimeout: 180_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          isolate: false,
          include: TESTS,
          exclude: [...INTEGRATION_FILES, ...RELEASE_FILES],
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: [...INTEGRATION_FILES, ...(IS_RELEASE ? RELEASE_FILES : [])],
          exclude: IS_RELEASE ? [] : RELEASE_FILES,
          isolate: false,
          // These tests mostly wait for other programs.
          maxWorkers: 3,
          // After the unit tests, whose failures then appear in the first minutes.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
