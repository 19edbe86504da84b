/**
 * True in `npm run test:release`, which runs every repetition and the `RELEASE_FILES`. Other runs
 * repeat only as often as needed to notice a defect.
 */
export const IS_RELEASE = process.env.TEST_BELT === 'release';

/**
 * Tests that start other programs (browser, PostgreSQL, anvil, server processes), take longer than
 * ten seconds or measure their own process. All other tests are unit tests.
 */
export const INTEGRATION_FILES = [
  'test/{e2e,devnet,run}/**/*.test.ts',
  'test/**/*.integration.test.ts',
];

/** The path of one test for each promise to a user, in a real browser or with real servers. */
const JOURNEYS = {
  'a first run ends with a wallet': 'test/e2e/first-run.test.ts',
  'a dApp connects, signs and fills': 'test/e2e/fill.test.ts',
  'a fill from the wallet’s pages revokes its allowance': 'test/e2e/fill-revoke.test.ts',
  'a seller pays with any money': 'test/e2e/sell-with-any-money.test.ts',
  'a position is closed by an offer': 'test/e2e/close-by-offers.test.ts',
  'a vault syncs to a server and is restored on a second device': 'test/e2e/connect-server.test.ts',
  'a removed passkey opens nothing': 'test/e2e/removed-passkey.test.ts',
  'a wallet survives a lock and the death of its worker': 'test/e2e/worker-death.test.ts',
  'the desk leads from an idea to a trade': 'test/e2e/desk-builder.test.ts',
  'Firefox does the same': 'test/e2e/firefox.test.ts',
  'the vault service keeps its promises on PostgreSQL':
    'test/server/vault/store-postgres.integration.test.ts',
  'the indexer follows the chain through a reorganisation':
    'test/server/positions/positions.integration.test.ts',
  'the feed verifies and publishes orders': 'test/server/orders/orders.integration.test.ts',
} as const;

/**
 * Run by `npm test` after the unit tests. `npm run test:all` also runs the other integration tests.
 */
export const JOURNEY_FILES: readonly string[] = Object.values(JOURNEYS);

/** Tests of variants, of release builds, and of programs that hosts run beside the server. */
export const RELEASE_FILES = ['test/**/*.release.test.ts'];

const times = (usual: number, full: number) => (IS_RELEASE ? full : usual);

/** Returns every item in a release run; otherwise the first item and every nth after it. */
export const everyNth = <Item>(n: number, items: readonly Item[]): readonly Item[] =>
  IS_RELEASE ? items : items.filter((_, at) => at % n === 0);

/** Numbers of killed processes and of random sequences in tests. */
export const REPETITIONS = {
  vaultKills: times(20, 200),
  /** An indexer's backfill: number of fills, and of kills with each database. */
  indexerKills: {
    fills: times(400, 5_000),
    sqlite: times(8, 100),
    postgres: times(3, 20),
    late: times(3, 15),
  },
  workerKills: { reads: times(15, 150), signing: times(5, 50) },
  storageKills: times(60, 200),
  vaultSequences: times(2, 4),
  deviceSequences: times(5, 40),
  /** Thousands of hostile requests that are explained or refused. */
  hostileRequests: times(1, 10),
} as const;
