import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openDatabase } from '../../../server/database/open.ts';
import type { IndexerTables } from '../../../server/positions/storing/tables.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { createSyntheticChain } from '../../helpers/synthetic-chain.ts';
import { fillStory, syntheticUser } from '../../helpers/synthetic-fills.ts';
import { type SyntheticNode, startSyntheticNode } from '../../helpers/synthetic-node.ts';
import { temporaryDirectory } from '../orders/harness.ts';
import { type RunningIndexer, startIndexer } from './harness.ts';

/** Number of fills, more than one read returns. */
const FILLS = 1_200;
const directory = temporaryDirectory();
const target = { engine: 'sqlite', file: `${directory.path}/pages.db` } as const;
const chainOptions = () => ({ rpcUrls: [node.url], startBlock: 0, pollMs: 60_000 });
let node: SyntheticNode;
let indexer: RunningIndexer;

beforeAll(async () => {
  const chain = createSyntheticChain(
    fillStory({ perBlock: 20, settledAfter: 40, users: 1, total: FILLS }),
  );
  chain.grow(70);
  node = await startSyntheticNode(chain);
  indexer = await startIndexer(target, { chain: chainOptions() });
  await indexer.synced();
});
afterAll(async () => {
  await indexer?.stop();
  await node?.stop();
  directory.remove();
});

async function addresses(path: string): Promise<string[]> {
  const answer = await indexer.get(path);
  if (!isRecord(answer) && !Array.isArray(answer)) throw new Error(`${path} returned no list`);
  const list = Array.isArray(answer) ? answer : (answer.data ?? answer.positions);
  if (isRecord(list)) return Object.keys(list);
  if (!Array.isArray(list)) throw new Error(`${path} returned no list`);
  return list.map((row) => String(isRecord(row) ? row.address : row));
}

it.each([
  `/api/v1/user/${syntheticUser(0)}/positions`,
  `/api/v1/user/${syntheticUser(0)}/history`,
  '/api/v1/open-positions',
  '/api/v1/book/state',
])(
  'returns pages of %s that are slices of the whole list and contain each position once',
  async (path) => {
    const whole = await addresses(path);
    expect(whole.length).toBeGreaterThan(500);
    expect(new Set(whole).size).toBe(whole.length);
    for (const [limit, offset] of [
      [1, 0],
      [7, 493],
      [700, 300],
      [1_000, whole.length - 3],
      [10, whole.length],
    ] as const)
      expect(await addresses(`${path}?limit=${limit}&offset=${offset}`)).toEqual(
        whole.slice(offset, offset + limit),
      );
  },
);

it.each([
  [`/api/v1/user/${syntheticUser(0)}/positions`, 'user'],
  [`/api/v1/user/${syntheticUser(0)}/history`, 'user'],
  [`/api/v1/book/user/${syntheticUser(0)}/history`, 'user'],
  ['/api/v1/open-positions', 'market'],
  ['/api/v1/book/state', 'market'],
])('begins a page of %s after the last row of the previous page', async (path) => {
  const whole = await addresses(path);
  const found: string[] = [];
  let next: unknown = '';
  for (let turn = 0; next !== null; turn++) {
    // The page size isn't a divisor of the number of rows.
    const page = `${path}?limit=233&after=${String(next)}`;
    found.push(...(await addresses(page)));
    const { pagination } = (await indexer.get(page)) as { pagination: Record<string, unknown> };
    expect(pagination).toMatchObject({ total: whole.length, limit: 233, offset: 0 });
    next = pagination.next;
    expect(turn).toBeLessThan(20);
  }
  expect(found).toEqual(whole);
});

it.each(['after=1.x', 'after=hello', 'after=7.2.0x12.buyer', 'after=1.2'])(
  'rejects a request for a page with the invalid parameter %s',
  async (query) => {
    for (const path of [`user/${syntheticUser(0)}/history`, 'open-positions', 'book/state'])
      expect(await indexer.status(`/api/v1/${path}?limit=10&${query}`)).toBe(400);
  },
);

it('returns at most a thousand positions as a page', async () => {
  expect(await addresses('/api/v1/book/state?limit=5000')).toHaveLength(1_000);
});

it('reads whole lists in a separate thread', async () => {
  const memory = new Database(':memory:');
  // All statements of this thread share this prototype; those of the reading thread have another.
  const all = vi.spyOn(Object.getPrototypeOf(memory.prepare('select 1')), 'all');
  const path = `/api/v1/user/${syntheticUser(0)}/history`;
  expect((await addresses(path)).length).toBeGreaterThan(500);
  const texts = all.mock.contexts.map((statement) => isRecord(statement) && statement.source);
  all.mockRestore();
  memory.close();
  // Each response reads the progress of the index.
  expect(texts).toContainEqual(expect.stringContaining('"indexer_cursor"'));
  expect(texts).not.toContainEqual(expect.stringContaining('as "held"'));
});

it('sends an address at most twenty whole lists at a time, and still serves pages meanwhile', async () => {
  const path = `/indexer/api/v1/user/${syntheticUser(0)}/history`;
  const ask = (query = '', remoteAddress = '192.0.2.1') =>
    indexer.app.inject({ url: path + query, remoteAddress });
  const lists = Array.from({ length: 23 }, () => ask());
  const others = [ask('?limit=10'), ask('', '192.0.2.2')];
  const statuses = async (answers: readonly ReturnType<typeof ask>[]) =>
    (await Promise.all(answers)).map(({ statusCode }) => statusCode).sort();
  expect(await statuses(lists)).toEqual([...Array(20).fill(200), 429, 429, 429]);
  expect(await statuses(others)).toEqual([200, 200]);
  expect((await ask()).statusCode).toBe(200);
});

it('charges an address for the bytes that it reads and for the rows that it skips', async () => {
  const limited = await startIndexer(target, { chain: chainOptions(), rateLimits: true });
  const ask = (query: string) => limited.app.inject(`/indexer/api/v1/book/state${query}`);
  try {
    // The high offset uses up almost all of the 600 requests per minute.
    expect((await ask('?offset=5970000')).statusCode).toBe(200);
    const statuses: number[] = [];
    for (let turn = 0; turn < 4; turn++) statuses.push((await ask('')).statusCode);
    // The list is larger than a megabyte, so each request counts as two.
    expect(statuses).toEqual([200, 429, 429, 429]);
  } finally {
    await limited.stop();
  }
});

it('charges an address for the rows that a summary reads', async () => {
  const limited = await startIndexer(target, { chain: chainOptions(), rateLimits: true });
  const ask = (path: string) => limited.app.inject(`/indexer/api/v1/book${path}`);
  try {
    // The high offset uses up almost all of the 600 requests per minute.
    expect((await ask('/state?offset=5970000')).statusCode).toBe(200);
    const statuses: number[] = [];
    for (let turn = 0; turn < 3; turn++)
      statuses.push((await ask(`/referrer/0x${'4e'.repeat(20)}/state?limit=1`)).statusCode);
    // The referrer has more than a thousand positions, so each request counts as two.
    expect(statuses).toEqual([200, 429, 429]);
  } finally {
    await limited.stop();
  }
});

it('returns an account’s total number of positions with each page', async () => {
  const path = `/api/v1/user/${syntheticUser(0)}`;
  const open = await addresses(`${path}/positions`);
  const over = await addresses(`${path}/history`);
  expect(open.length + over.length).toBe(FILLS);
  for (const [name, total] of [
    ['positions', open.length],
    ['history', over.length],
  ] as const)
    expect(await indexer.get(`${path}/${name}?limit=2`)).toMatchObject({
      pagination: { total, limit: 2, offset: 0 },
    });
});

it('lists an option once for each side, even on separate pages, when an account is its buyer and its seller', async () => {
  const { db, close } = openDatabase<IndexerTables>(target);
  const { address } = await db
    .selectFrom('indexer_positions')
    .select('address')
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow();
  const holder = `0x${'cd'.repeat(20)}`;
  await db
    .updateTable('indexer_positions')
    .set({ buyer: holder, seller: holder })
    .where('address', '=', address)
    .execute();
  await close();
  const path = `/api/v1/user/${holder}/positions`;
  const sides: unknown[] = [];
  let after = '';
  for (let page = 0; page < 2; page++) {
    const { data, pagination } = (await indexer.get(`${path}?limit=1&after=${after}`)) as {
      data: { side: string }[];
      pagination: { next: string };
    };
    sides.push(...data.map(({ side }) => side));
    after = pagination.next;
  }
  expect(sides).toEqual(['buyer', 'seller']);
  expect(await indexer.get(`${path}?limit=1&after=${after}`)).toMatchObject({ data: [] });
});
