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

/** Tests of variants, of what a release ships, and of the programs that hosts run beside it. */
export const RELEASE_FILES = ['test/**/*.release.test.ts'];

const times = (usual: number, full: number) => (IS_RELEASE ? full : usual);

/** Returns every item in the release belt, otherwise every nth from the first on. */
export const everyNth = <Item>(n: number, items: readonly Item[]): readonly Item[] =>
  IS_RELEASE ? items : items.filter((_, at) => at % n === 0);

/** How often tests kill a process or draw a random sequence. */
export const REPETITIONS = {
  /** Kills of a vault service under load. */
  vaultKills: times(20, 200),
  /** Fills that an indexer backfills, and its kills with each database. */
  indexerKills: {
    fills: times(400, 5_000),
    sqlite: times(8, 100),
    postgres: times(3, 20),
    late: times(3, 15),
  },
  /** Kills of the wallet's worker in Chromium. */
  workerKills: { reads: times(15, 150), signing: times(5, 50) },
  /** Kills of a worker between two writes to its storage. */
  storageKills: times(60, 200),
  /** Sequences of moves between vaults, of 250 steps each. */
  vaultSequences: times(2, 4),
  /** Sequences of two devices that save at the same time, of 25 rounds each. */
  deviceSequences: times(5, 40),
  /** Hostile requests that are explained or refused, in thousands. */
  hostileRequests: times(1, 10),
} as const;
