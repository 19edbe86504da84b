import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { INTEGRATION_FILES, JOURNEY_FILES, RELEASE_FILES } from './belts.ts';

// Tests often start the servers. Worker processes inherit this variable.
process.env.NODE_COMPILE_CACHE ??= new URL('../.output/compile-cache', import.meta.url).pathname;

const TESTS = ['test/**/*.test.{ts,tsx}'];

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  // `wxt prepare` generates this file from the texts.
  resolve: { alias: { '#i18n': new URL('../.wxt/i18n/index.ts', import.meta.url).pathname } },
  test: {
    globalSetup: ['test/helpers/provide-texts.ts'],
    setupFiles: ['test/helpers/texts.ts'],
    // A test may wait for several conditions, each for at most a minute (`WAIT_MS`).
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
        },
      },
      startingPrograms('journeys', JOURNEY_FILES),
      startingPrograms('integration', INTEGRATION_FILES, [...JOURNEY_FILES, ...RELEASE_FILES]),
      startingPrograms('release', RELEASE_FILES),
    ],
  },
});

/**
 * Returns a project whose tests mostly wait for other programs. `npm test` and similar scripts run
 * such projects one after another.
 */
function startingPrograms(
  name: string,
  include: readonly string[],
  exclude: readonly string[] = [],
): TestProjectConfiguration {
  return {
    extends: true,
    test: {
      name,
      include: [...include],
      exclude: [...exclude],
      isolate: false,
      maxWorkers: 3,
      // Vitest requires separate groups for projects that have different numbers of workers.
      sequence: { groupOrder: 1 },
      setupFiles: ['test/helpers/texts.ts', 'test/helpers/stop-after-failure.ts'],
    },
  };
}
