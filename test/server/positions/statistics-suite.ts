import Fastify from 'fastify';
import { sql } from 'kysely';
import type { Address } from 'viem';
import { expect, it } from 'vitest';
import { migrate } from '../../../server/database/migrate.ts';
import { openDatabase, openReader } from '../../../server/database/open.ts';
import type { DatabaseTarget } from '../../../server/database/target.ts';
import { createQueries } from '../../../server/positions/serving/queries.ts';
import { readRoutes } from '../../../server/positions/serving/read-routes.ts';
import { createStatisticsQueries } from '../../../server/positions/serving/statistics-queries.ts';
import { usersOf } from '../../../server/positions/storing/batch.ts';
import { INDEXER_MIGRATIONS } from '../../../server/positions/storing/migrations.ts';
import { positionRowOf } from '../../../server/positions/storing/position-row.ts';
import type {
  OfferRow,
  QuotationRow,
  UserRow,
} from '../../../server/positions/storing/row-schemas.ts';
import type { IndexerTables } from '../../../server/positions/storing/tables.ts';
import { createWriters } from '../../../server/positions/storing/writers.ts';
import { TOKENS } from '../../../shared/chain/deployments.ts';
import { IMPLEMENTATIONS } from '../../../shared/chain/implementations.ts';
import type { PositionRecord } from '../../../shared/positions/record.ts';
import {
  contracts,
  price8,
  type TokenAmount,
  tokenAmount,
  unixSeconds,
} from '../../../shared/units.ts';

const DAY = 86_400;
const HOUR = 3_600;
/** A time within an hour and within a day, so that windows begin with a partial hour and day. */
const NOW = 1_764_000_000 + 5 * HOUR + 1_234;
const POSITIONS = 210;
const REQUESTS = 7;

const hash = (n: number) => `0x${n.toString(16).padStart(64, '0')}` as const;
const account = (n: number): Address => `0x${n.toString(16).padStart(40, 'a')}`;
const REFERRER = account(900);

/** Ages at the edges of windows, hours and days, in seconds. */
const AGES = [
  ...[0, 1, HOUR - 1, HOUR, 5 * HOUR, 23 * HOUR],
  ...[1, 7, 30].flatMap((days) =>
    [-HOUR, -1_234, -1, 0, 1, 1_233, 1_234, 1_235, HOUR].map((s) => days * DAY + s),
  ),
  ...[30 * DAY + 6 * HOUR, 31 * DAY, 45 * DAY, 400 * DAY],
];

/** Amounts at the edges of 53, 63, 64 and 256 bits, and ordinary ones. */
const AMOUNTS = [
  0n,
  1n,
  9n,
  10n,
  2n ** 53n + 1n,
  2n ** 63n - 1n,
  2n ** 63n,
  2n ** 64n + 7n,
  10n ** 18n,
  123_456_789n,
  2n ** 255n - 19n,
];

/** Returns element `n` of the endlessly repeated list. */
function pick<T>(list: readonly T[], n: number): T {
  const item = list[n % list.length];
  if (item === undefined) throw new Error('the list is empty');
  return item;
}

/**
 * Returns a payout that depends on `n`: unknown, zero, the premium, slightly more, or ten times the
 * premium.
 */
function payoutAt(n: number, premium: bigint): TokenAmount | undefined {
  const payout = pick([null, 0n, premium, premium + 1n, premium * 10n], n);
  return payout === null ? undefined : tokenAmount(payout);
}

function positionAt(n: number): PositionRecord {
  const age = pick(AGES, n * 7);
  const status = pick(
    ['open', 'settled', 'settled', 'closed', 'settled', 'pending_init'] as const,
    n,
  );
  const hasEnded = status === 'settled' || status === 'closed';
  const premium = pick(AMOUNTS, n * 3 + 1);
  const zero = account(0).replaceAll('a', '0') as Address;
  return {
    address: account(10_000 + n),
    status,
    source: n % 5 === 0 ? 'factory' : 'book',
    buyer: account(1 + (n % 23)),
    seller: account(100 + (n % 3)),
    referrer: n % 4 === 1 ? REFERRER : zero,
    createdBy: account(800),
    entry: {
      block: 100_000_000 - age,
      logIndex: n,
      timestamp: unixSeconds(NOW - age),
      txHash: hash(n),
    },
    entryPremium: tokenAmount(premium),
    entryFeePaid: tokenAmount(pick(AMOUNTS, n * 5 + 2)),
    referralFeePaid: tokenAmount(pick(AMOUNTS, n * 7 + 3)),
    collateralToken:
      n % 55 === 0 ? account(700) : (pick(TOKENS, n * 13).address.toLowerCase() as Address),
    priceFeed: account(600),
    strikes: [price8(300_000_000_000n)],
    expiry: unixSeconds(NOW - age + DAY),
    numContracts: contracts(1_000_000n),
    collateralAmount: tokenAmount(pick(AMOUNTS, n * 9 + 4)),
    optionType: 1n,
    implementation:
      n % 13 === 0
        ? undefined
        : n % 17 === 0
          ? account(500)
          : (pick(IMPLEMENTATIONS, n * 3).address.toLowerCase() as Address),
    parent: undefined,
    quotationId: undefined,
    close: hasEnded
      ? {
          block: 100_000_001 - Math.floor(age / 2),
          timestamp: unixSeconds(NOW - Math.floor(age / 2)),
          txHash: hash(n + 1),
        }
      : undefined,
    settlement:
      status === 'settled'
        ? {
            settlementPrice: price8(310_000_000_000n),
            payoutBuyer: payoutAt(n, premium),
            collateralReturnedSeller: tokenAmount(1n),
          }
        : undefined,
    explicitClose:
      status === 'closed'
        ? { closedBy: account(1), collateralReturned: tokenAmount(5n) }
        : undefined,
  };
}

function requestAt(n: number): QuotationRow {
  return {
    key: `${account(400)}:${n}`,
    id: `${n}`,
    factory: account(400),
    requester: account(1),
    status: pick(['active', 'settled', 'cancelled', 'settled'] as const, n),
    created_block: n,
    created_time: NOW - DAY,
    created_tx: hash(n),
    updated_block: n + 9,
    updated_time: NOW - DAY + 100 * n + 7,
    updated_tx: hash(n),
    has_terms: 1,
    body: '{}',
  };
}

function offersTo(request: QuotationRow, n: number): OfferRow[] {
  return Array.from({ length: n % 4 }, (_, i) => ({
    key: `${request.key}:${account(100 + i)}`,
    quotation: request.key,
    offeror: account(100 + i),
    created_block: request.created_block + 1,
    created_time: request.created_time + 30 * (i + 1) + n,
    created_tx: hash(n),
    updated_block: request.created_block + 1,
    updated_time: request.created_time + 60,
    updated_tx: hash(n),
    body: '{}',
  }));
}

async function fill(database: ReturnType<typeof openDatabase<IndexerTables>>): Promise<void> {
  const { db, engine } = database;
  await migrate(database, 'indexer', INDEXER_MIGRATIONS);
  const writers = createWriters(engine);
  const positions = Array.from({ length: POSITIONS }, (_, n) => positionAt(n));
  const users = new Map<string, UserRow>();
  for (const position of positions.toSorted((a, b) => a.entry.block - b.entry.block))
    if (position.status !== 'pending_init')
      for (const user of usersOf(position, position.entry)) {
        const key = `${user.source} ${user.address}`;
        if (!users.has(key)) users.set(key, user);
      }
  const requests = Array.from({ length: REQUESTS }, (_, n) => requestAt(n));
  await writers.positions(
    db,
    positions.map((one) => positionRowOf(one, one.implementation ?? '')),
  );
  await writers.users(db, [...users.values()]);
  await writers.quotations(db, requests);
  await writers.offers(db, requests.flatMap(offersTo));
}

const PATHS = [
  ...['/api/v1', '/api/v1/book', '/api/v1/factory'].flatMap((side) =>
    ['', '/protocol', '/daily'].map((path) => `${side}/stats${path}`),
  ),
  `/api/v1/book/referrer/${REFERRER}/state?limit=1`,
];

/** Serves an index's read routes with a clock that always shows `NOW`. */
function serve(target: DatabaseTarget) {
  const { db, close } = openReader<IndexerTables>(target);
  const app = Fastify();
  readRoutes(app, {
    queries: createQueries(db, () => undefined),
    statistics: createStatisticsQueries(db, target.engine),
    seconds: () => unixSeconds(NOW),
    prices: async () => ({
      ETH: price8(259_012_345_678n),
      BTC: price8(8_712_345_678_901n),
      DOGE: price8(14_512_345n),
      XRP: price8(210_123_456n),
    }),
    trusted: { books: new Set([account(800)]), factories: new Set([account(400)]) },
  });
  return {
    get: async (path: string): Promise<unknown> => (await app.inject(path)).json(),
    async end() {
      await app.close();
      await close();
    },
  };
}

/** Tests statistics; `open` returns a new database each time. */
export function statisticsSuite(open: () => Promise<DatabaseTarget>): void {
  it('returns exactly the specified statistics', async () => {
    const target = await open();
    const database = openDatabase<IndexerTables>(target);
    await fill(database);
    await database.close();
    const { get, end } = serve(target);
    let answers = '';
    for (const path of PATHS) answers += `${path} ${JSON.stringify(sorted(await get(path)))}\n`;
    await end();
    await expect(answers).toMatchFileSnapshot('statistics.golden.txt');
  });

  it('opens a database of the former version, and drops its stored sums', async () => {
    const target = await open();
    const database = openDatabase<IndexerTables>(target);
    await migrate(database, 'indexer', INDEXER_MIGRATIONS.slice(0, 1));
    const insert = sql`insert into indexer_rollups values
      ('all 0 book PUT 0x', 'all', 0, 'book', 'PUT', '0x', 1, 0, 0, 0, 0, '1', '1', '1', '1')`;
    await insert.execute(database.db);
    await fill(database);
    await expect(insert.execute(database.db)).rejects.toThrow('indexer_rollups');
    await database.close();
    const { get, end } = serve(target);
    expect(await get('/api/v1/stats')).toMatchObject({ totalOptionsTracked: POSITIONS });
    await end();
  });

  it('returns statistics although a stored amount isn’t a decimal number', async () => {
    const target = await open();
    const database = openDatabase<IndexerTables>(target);
    await fill(database);
    const { address, entryPremium } = positionAt(1);
    for (const premium of ['x', '', ' 1', `-${entryPremium}`]) {
      await database.db
        .updateTable('indexer_positions')
        .set({ entry_premium: premium })
        .where('address', '=', address)
        .execute();
      const { get, end } = serve(target);
      expect(await get('/api/v1/stats/protocol')).toMatchObject({
        stats: { totalPositions: 175, totalPremium: { USDC: expect.any(String) } },
      });
      await end();
    }
    await database.close();
  });
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
}
