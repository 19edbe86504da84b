import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { sql } from 'kysely';
import { openDatabase } from '../../server/database/open.ts';
import { positionRowOf } from '../../server/positions/storing/position-row.ts';
import type { StoredPosition } from '../../server/positions/storing/row-schemas.ts';
import type { IndexerTables } from '../../server/positions/storing/tables.ts';
import { createWriters } from '../../server/positions/storing/writers.ts';
import { decodeLog } from '../../shared/positions/decode-log.ts';
import { applyTransaction } from '../../shared/positions/from-logs.ts';
import { unixSeconds } from '../../shared/units.ts';
import { createSyntheticChain } from '../helpers/synthetic-chain.ts';
import { fillEvents, SYNTHETIC_IMPLEMENTATION } from '../helpers/synthetic-fills.ts';
import { startSyntheticNode } from '../helpers/synthetic-node.ts';
import { startIndexer } from '../server/positions/harness.ts';
import { line, run } from './child.ts';
import { type BenchResult, median, quantile, round } from './report.ts';

const USER = `0x${'ab'.repeat(20)}`;
const USERS_POSITIONS = 1_000;

/** Requests of the wallet. Their responses have the same size in both databases. */
const REQUESTS: readonly { readonly what: string; readonly path: string }[] = [
  {
    what: `positions of a user with ${USERS_POSITIONS}`,
    path: `/api/v1/user/${USER}/positions`,
  },
  { what: 'history of a user', path: `/api/v1/user/${USER}/history` },
  { what: 'one page of the open positions', path: '/api/v1/open-positions?limit=100' },
  {
    what: 'one option with its events',
    path: `/api/v1/book/option/${positionRow(5_000, false).address}`,
  },
  { what: 'counts of positions', path: '/api/v1/stats' },
];

/**
 * Measures requests among 10,000 and among 1,000,000 rows. The total must not slow down a request.
 */
export async function userPositions(directory: string): Promise<BenchResult[]> {
  const figures: { rows: number; samples: number[][] }[] = [];
  for (const rows of [10_000, 1_000_000]) {
    const file = join(directory, `rows-${rows}.db`);
    const node = await startSyntheticNode(createSyntheticChain(() => []));
    const chain = { rpcUrls: [node.url], startBlock: 0, pollMs: 60_000 };
    const indexer = await startIndexer({ engine: 'sqlite', file }, { chain });
    await indexer.synced();
    const url = await indexer.app.listen({ host: '127.0.0.1', port: 0 });
    const every = rows / USERS_POSITIONS;
    await fillRows(file, rows, (n) => n % every === 0);
    const samples: number[][] = [];
    for (const { path } of REQUESTS) samples.push(await timings(url, path));
    const positions = await indexer.list(`/api/v1/user/${USER}/positions`);
    if (positions.length !== USERS_POSITIONS)
      throw new Error('the user does not have all positions');
    figures.push({ rows, samples });
    await indexer.stop();
    await node.stop();
  }
  return figures.flatMap(({ rows, samples }) =>
    REQUESTS.map(({ what }, i): BenchResult => {
      const taken = samples[i] ?? [];
      const floor = median(figures[0]?.samples[i] ?? []);
      const isFirst = i === 0;
      // A request may take at most 1.5 times as long among a hundred times as many rows, plus half
      // a millisecond of noise.
      const isFlat = median(taken) <= 1.5 * floor + 0.5;
      return {
        metric: `${what}, among ${rows} rows`,
        unit: 'ms',
        median: round(median(taken)),
        p95: round(quantile(taken, 0.95)),
        floor: round(floor),
        ratio: round(median(taken) / floor),
        target: `${isFirst ? '<= 15 ms, and ' : ''}<= 1.5 of the cost among 10 000 rows`,
        ok: isFlat && (!isFirst || median(taken) <= 15),
      };
    }),
  );
}

/** Columns of an option that ended long ago. */
const SETTLED: Partial<StoredPosition> = {
  status: 'settled',
  close_block: 1,
  close_time: 1,
  close_tx: `0x${'01'.repeat(32)}`,
  payout_buyer: '0',
};

/** `ALL`: number of rows in the index. `OF_TEN`: rows of every ten that belong to one account. */
const ALL = 400_000;
const OF_TEN = 7;
const LISTS = [
  `/api/v1/user/${USER}/history`,
  '/api/v1/open-positions',
  '/api/v1/book/state',
  `/api/v1/book/referrer/${positionRow(1, false).referrer}/state`,
];

/**
 * Measures the pages of an account with 280,000 positions, without rate limits. While another
 * process reads whole lists, also measures the pauses of the event loop, which the vault shares.
 */
export async function hostileReader(directory: string): Promise<BenchResult[]> {
  const file = join(directory, 'hostile.db');
  const node = await startSyntheticNode(createSyntheticChain(() => []));
  const chain = { rpcUrls: [node.url], startBlock: 0, pollMs: 60_000 };
  const indexer = await startIndexer({ engine: 'sqlite', file }, { chain });
  await indexer.synced();
  const url = await indexer.app.listen({ host: '127.0.0.1', port: 0 });
  await fillRows(file, ALL, (n) => n % 10 < OF_TEN, SETTLED);
  const results: BenchResult[] = [];
  const middle = `${ALL / 2}.0.0x${'00'.repeat(20)}.buyer`;
  for (const [what, query] of [
    ['the first 100 positions', '?limit=100'],
    ['100 positions in the middle', `?limit=100&after=${middle}`],
  ] as const) {
    const samples = await timings(url, `${LISTS[0]}${query}`);
    results.push({
      metric: `${what} of an account with ${(ALL / 10) * OF_TEN}`,
      unit: 'ms',
      median: round(median(samples)),
      p95: round(quantile(samples, 0.95)),
      target: '<= 10 ms',
      ok: median(samples) <= 10,
    });
  }
  const pauses = monitorEventLoopDelay({ resolution: 1 });
  pauses.enable();
  const turns = watchTurns();
  await Promise.all(LISTS.map((path) => line(run('indexer-reader.ts', reads(url, path)), '[')));
  pauses.disable();
  const busiest = turns.end();
  await indexer.stop();
  await node.stop();
  const longest = pauses.max / 1e6;
  results.push(
    {
      metric: `longest pause of the vault's event loop while ${LISTS.length} readers read all of ${ALL} positions`,
      unit: 'ms',
      median: round(longest),
      p95: round(longest),
      target: '<= 50 ms',
      ok: longest <= 50,
    },
    {
      metric: 'the same in processor time, which other programs of the machine do not lengthen',
      unit: 'ms',
      median: round(busiest),
      p95: round(busiest),
      target: '<= 50 ms',
      ok: busiest <= 50,
    },
  );
  return results;
}

/** Measures the longest processor time of this thread between two timers of 1 ms. */
function watchTurns(): { end(): number } {
  let longest = 0;
  let last = process.threadCpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(last);
    longest = Math.max(longest, (user + system) / 1_000);
    last = process.threadCpuUsage();
  }, 1);
  return {
    end() {
      clearInterval(timer);
      return longest;
    },
  };
}

const READS_EACH = 2;
const reads = (url: string, path: string) => [`${url}/indexer${path}`, String(READS_EACH)];

async function timings(url: string, path: string): Promise<number[]> {
  const reader = run('indexer-reader.ts', [`${url}/indexer${path}`, '60']);
  const samples: number[] = JSON.parse(await line(reader, '['));
  return samples.slice(5);
}

/** Inserts rows directly into the database, because only reading is measured. */
async function fillRows(
  file: string,
  rows: number,
  isUsers: (n: number) => boolean,
  change: Partial<StoredPosition> = {},
): Promise<void> {
  const { db, close } = openDatabase<IndexerTables>({ engine: 'sqlite', file });
  const writers = createWriters('sqlite');
  for (let from = 0; from < rows; from += 5_000) {
    const part = Array.from({ length: 5_000 }, (_, i) => ({
      ...positionRow(from + i, isUsers(from + i)),
      ...change,
    }));
    await db.transaction().execute((transaction) => writers.positions(transaction, part));
  }
  // Without a checkpoint, the service's next commit would move the rows from the log into the file.
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
  await close();
}

function positionRow(n: number, isUsers: boolean) {
  const events = fillEvents(n, 50_000).flatMap(({ address, topics, data }, logIndex) => {
    const event = decodeLog({
      address: address as `0x${string}`,
      topics: topics as `0x${string}`[],
      data: data as `0x${string}`,
    });
    return event === undefined ? [] : [{ event, logIndex }];
  });
  const [position] = applyTransaction(
    {
      hash: `0x${n.toString(16).padStart(64, '0')}`,
      block: n,
      timestamp: unixSeconds(1_700_000_000 + n),
      events,
    },
    () => undefined,
  ).values();
  if (position === undefined) throw new Error('a fill makes a position');
  const implementation = SYNTHETIC_IMPLEMENTATION as `0x${string}`;
  const buyer = isUsers ? (USER as `0x${string}`) : position.buyer;
  return positionRowOf({ ...position, implementation, buyer }, implementation);
}
