/**
 * Tests that start other programs (browser, PostgreSQL, anvil, server processes), take longer than
 * ten seconds or measure their own process: all tests in these folders, and every file with this suffix. All others are
 * unit tests.
 */
export const INTEGRATION_FILES = [
  'test/{e2e,devnet,run}/**/*.test.ts',
  'test/**/*.integration.test.ts',
];
