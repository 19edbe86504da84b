/**
 * True in `npm run test:release`, which repeats in full and includes `RELEASE_FILES`. `npm test` runs
 * the unit tests, then the integration tests, and repeats often enough to notice a defect.
 */
export const IS_RELEASE = process.env.TEST_BELT === 'release';

/**
 * Tests that start other programs (browser, PostgreSQL, anvil, server processes), take longer than
 * ten seconds or measure their own process. All others are unit tests.
 */
export const INTEGRATION_FILES = [
  'test/{e2e,devnet,run}/**/*.test.ts',
  'test/**/*.integration.test.ts',
];

/** Tests of what a release ships and of the programs that hosts run beside it. */
export const RELEASE_FILES = ['test/**/*.release.test.ts'];

const times = (usual: number, full: number) => (IS_RELEASE ? full : usual);

/** How often tests kill a process or draw a random sequence. */
export const REPETITIONS = {
  /** Kills of a vault service under load. */
  vaultKills: times(30, 200),
  /** Fills that an indexer backfills, and its kills with each database. */
  indexerKills: {
    fills: times(1_200, 5_000),
    sqlite: times(20, 100),
    postgres: times(5, 20),
    late: times(5, 15),
  },
  /** Kills of the wallet's worker in Chromium. */
  workerKills: { reads: times(30, 150), signing: times(10, 50) },
  /** Kills of a worker between two writes to its storage. */
  storageKills: times(60, 200),
  /** Sequences of moves between vaults, of 250 steps each. */
  vaultSequences: times(2, 4),
  /** Sequences of two devices that save at the same time, of 25 rounds each. */
  deviceSequences: times(10, 40),
  /** Hostile requests that are explained or refused, in thousands. */
  hostileRequests: times(2, 10),
} as const;
