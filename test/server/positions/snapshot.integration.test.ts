import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createNodes } from '../../../server/chain/nodes.ts';
import { migrate } from '../../../server/database/migrate.ts';
import { openDatabase } from '../../../server/database/open.ts';
import type { DatabaseTarget } from '../../../server/database/target.ts';
import { exportIndex, importIndex } from '../../../server/positions/snapshot/snapshot.ts';
import { checkSnapshot } from '../../../server/positions/snapshot/snapshot-check.ts';
import { usersOf } from '../../../server/positions/storing/batch.ts';
import { INDEXER_MIGRATIONS } from '../../../server/positions/storing/migrations.ts';
import { positionOf } from '../../../server/positions/storing/position-row.ts';
import { createRollupChanges, mergedRollup } from '../../../server/positions/storing/rollups.ts';
import type { UserRow } from '../../../server/positions/storing/row-schemas.ts';
import type { IndexerTables } from '../../../server/positions/storing/tables.ts';
import { createNode } from '../../../shared/chain/logs/rpc-node.ts';
import { KNOWN_EMITTERS } from '../../../shared/positions/from-logs.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createFakeClock } from '../../helpers/fake-world.ts';
import { startPostgres, type TestPostgres } from '../../helpers/postgres.ts';
import { createSyntheticChain, type SyntheticChain } from '../../helpers/synthetic-chain.ts';
import { fillStory } from '../../helpers/synthetic-fills.ts';
import { type SyntheticNode, startSyntheticNode } from '../../helpers/synthetic-node.ts';
import { temporaryDirectory } from '../orders/harness.ts';
import { dump } from './dump.ts';
import { startIndexer } from './harness.ts';

const directory = temporaryDirectory();
const ends: (() => Promise<void>)[] = [];
let postgres: TestPostgres;
let files = 0;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
afterAll(async () => {
  await postgres?.stop();
  directory.remove();
});

const sqlite = async () => ({ engine: 'sqlite', file: `${directory.path}/${files++}.db` }) as const;
const postgresql = async () =>
  ({ engine: 'postgres', url: await postgres.createDatabase(`snapshot${files++}`) }) as const;

function chainOf(blocks: number): SyntheticChain {
  const chain = createSyntheticChain(fillStory({ perBlock: 1, settledAfter: 30, users: 5 }));
  chain.grow(blocks);
  return chain;
}

async function nodeOf(chain: SyntheticChain): Promise<SyntheticNode> {
  const node = await startSyntheticNode(chain);
  ends.push(node.stop);
  return node;
}

async function index(target: DatabaseTarget, chain: SyntheticChain): Promise<void> {
  const node = await nodeOf(chain);
  const indexer = await startIndexer(target, {
    chain: { rpcUrls: [node.url], startBlock: 0, pollMs: 10 },
  });
  await eventually(async () => {
    expect(await indexer.get('/health')).toMatchObject({
      last_indexed_block: chain.head.number,
      error: null,
    });
    expect(JSON.stringify(await indexer.get('/api/v1/stats/protocol'))).not.toContain('UNKNOWN');
  });
  await indexer.stop();
}

async function withDatabase<T>(
  target: DatabaseTarget,
  work: (database: ReturnType<typeof openDatabase<IndexerTables>>) => Promise<T>,
): Promise<T> {
  const database = openDatabase<IndexerTables>(target);
  try {
    await migrate(database, 'indexer', INDEXER_MIGRATIONS);
    return await work(database);
  } finally {
    await database.close();
  }
}

async function exported(target: DatabaseTarget): Promise<string> {
  const file = `${directory.path}/${files++}.snapshot`;
  await withDatabase(target, (database) => exportIndex(database, file));
  return file;
}

async function check(file: string, chain: SyntheticChain) {
  const node = await nodeOf(chain);
  let random = 1;
  return checkSnapshot(file, {
    nodes: createNodes([createNode({ url: node.url, fetch })], createFakeClock()),
    trusted: KNOWN_EMITTERS,
    randomBelow: (limit) => {
      random = (random * 1_103_515_245 + 12_345) % 2 ** 31;
      return random % limit;
    },
  });
}

/** Changes the lines of a snapshot and, by default, its digest. */
function altered(file: string, change: (lines: string[]) => string[], isSigned = true): string {
  const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
  const rows = change(lines.slice(0, -1));
  const sha256 = createHash('sha256')
    .update(`${rows.join('\n')}\n`)
    .digest('hex');
  const end = isSigned ? JSON.stringify({ rows: rows.length - 1, sha256 }) : lines.at(-1);
  const other = `${directory.path}/${files++}.snapshot`;
  writeFileSync(other, gzipSync(`${[...rows, end].join('\n')}\n`));
  return other;
}

describe.each([
  ['SQLite', 'PostgreSQL', sqlite, postgresql],
  ['PostgreSQL', 'SQLite', postgresql, sqlite],
] as const)('a snapshot from %s', (_, _other, from, to) => {
  it(`moves an index to ${_other}, where the indexer continues and survives a reorganization`, async () => {
    const chain = chainOf(1_300);
    const [source, target] = [await from(), await to()];
    await index(source, chain);
    const file = await exported(source);
    expect(await check(file, chain)).toMatchObject({ block: 1_300, ranges: 8, options: 24 });
    await withDatabase(target, (database) => importIndex(database, file));
    expect(await dump(target)).toEqual(await dump(source));
    chain.reorganize(20, fillStory({ perBlock: 2, settledAfter: 5, users: 9, branch: 'b' }));
    await index(target, chain);
    const undisturbed = await to();
    await index(undisturbed, chain);
    expect(await dump(target)).toEqual(await dump(undisturbed));
  });
});

type Row = Record<string, unknown>;

describe('the import', () => {
  it('rejects damaged, truncated, changed and foreign files', async () => {
    const chain = chainOf(300);
    const source = await sqlite();
    await index(source, chain);
    const file = await exported(source);
    const cut = `${directory.path}/${files++}.snapshot`;
    writeFileSync(cut, readFileSync(file).subarray(0, 2_000));
    const foreign = `${directory.path}/${files++}.snapshot`;
    writeFileSync(foreign, 'no snapshot');
    const endless = `${directory.path}/${files++}.snapshot`;
    writeFileSync(endless, gzipSync(Buffer.alloc(50_000_000, '{')));
    const changed = altered(file, (lines) => lines.toSpliced(10, 1), false);
    const headless = altered(file, (lines) => ['{"format":"other"}', ...lines.slice(1)]);
    for (const bad of [cut, foreign, endless, changed, headless])
      await expect(check(bad, chain)).rejects.toMatchObject({ code: 'unreadable' });
    const newer = altered(file, ([head = '', ...rest]) => [
      head.replace('"version":2', '"version":3'),
      ...rest,
    ]);
    await expect(check(newer, chain)).rejects.toMatchObject({ code: 'version' });
    const target = await sqlite();
    await withDatabase(target, (database) =>
      expect(importIndex(database, cut)).rejects.toMatchObject({ code: 'unreadable' }),
    );
    expect((await dump(target)).positions).toEqual([]);
  });

  it("rejects rows that the chain doesn't have, lacks, or has with other terms", async () => {
    const chain = chainOf(300);
    const source = await sqlite();
    await index(source, chain);
    const file = await exported(source);
    const positions = (lines: string[]) =>
      lines.filter((line) => line.includes('"indexer_positions"'));
    const lacking = altered(file, (lines) => {
      const gone = new Set(positions(lines).slice(0, 200));
      return lines.filter((line) => !gone.has(line));
    });
    const invented = altered(file, (lines) =>
      lines.map((line) =>
        line.startsWith('["indexer_positions"') ? line.replaceAll(/0x[0-9a-f]{3}/g, '0xabc') : line,
      ),
    );
    const repriced = altered(file, (lines) =>
      lines.map((line) => line.replaceAll('200000000000', '100000000000')),
    );
    for (const bad of [lacking, invented, repriced])
      await expect(check(bad, chain)).rejects.toMatchObject({ code: 'refused' });
    const other = createSyntheticChain(() => [], 'other');
    other.grow(300);
    await expect(check(file, other)).rejects.toMatchObject({ code: 'refused' });
  });

  describe('an altered copy of a true index', () => {
    const rowsOf = (lines: readonly string[]) =>
      lines.slice(1).map((line): [string, Row] => JSON.parse(line));

    /** Adapts statistics and users to the positions, as a careful liar does. */
    function consistent(lines: string[]): string[] {
      const rollups = createRollupChanges();
      const users = new Map<string, UserRow>();
      for (const [table, row] of rowsOf(lines)) {
        const position = table === 'indexer_positions' ? positionOf(row) : undefined;
        if (position === undefined) continue;
        rollups.replace(undefined, position);
        for (const user of usersOf(position, position.entry)) {
          const known = users.get(`${user.source} ${user.address}`);
          if (known === undefined || known.first_block > user.first_block)
            users.set(`${user.source} ${user.address}`, user);
        }
      }
      const sums = [...rollups.changes().values()].map((one) => mergedRollup(undefined, one));
      return [
        ...lines.filter((line) => !/"indexer_(rollups|users)"/.test(line)),
        ...sums.map((row) => JSON.stringify(['indexer_rollups', row])),
        ...[...users.values()].map((row) => JSON.stringify(['indexer_users', row])),
      ];
    }

    const times = (digits: unknown) => `${digits}000`;
    const changes: readonly [string, string, (row: Row) => Row][] = [
      [
        'premiums times 1,000',
        'indexer_positions',
        (row) => ({ entry_premium: times(row.entry_premium) }),
      ],
      ['one buyer for all', 'indexer_positions', () => ({ buyer: `0x${'b0'.repeat(20)}` })],
      [
        'inverted payouts',
        'indexer_positions',
        ({ payout_buyer, payout_seller }) => ({
          payout_buyer: payout_seller,
          payout_seller: payout_buyer,
        }),
      ],
      ['another fee', 'indexer_positions', () => ({ entry_fee: '1' })],
      ['another referrer', 'indexer_positions', () => ({ referrer: `0x${'b0'.repeat(20)}` })],
      [
        'another implementation',
        'indexer_positions',
        () => ({ implementation: `0x${'b0'.repeat(20)}` }),
      ],
      ['another settlement price', 'indexer_positions', () => ({ settlement_price: '1' })],
      ['statistics times 1,000', 'indexer_rollups', (row) => ({ volume: times(row.volume) })],
      ['counts of settlements', 'indexer_rollups', () => ({ buyer_wins: 7 })],
      [
        'other users',
        'indexer_users',
        (row) => ({ address: `${row.address}`.replace(/.{8}$/, 'b0b0b0b0') }),
      ],
      [
        'a cursor above the head',
        'indexer_cursor',
        (row) => ({ block: Number(row.block) + 5_000 }),
      ],
      [
        'a head above the head',
        'indexer_cursor',
        (row) => ({ head_block: Number(row.block) + 5_000 }),
      ],
    ];
    let chain: SyntheticChain;
    let file: string;

    beforeAll(async () => {
      chain = chainOf(300);
      const source = await sqlite();
      await index(source, chain);
      file = await exported(source);
    });

    it.each(changes)(
      'an altered copy of a true index is rejected with %s',
      async (_, table, change) => {
        const changed = (lines: string[]) => [
          ...lines.slice(0, 1),
          ...rowsOf(lines).map(([of, row]) =>
            JSON.stringify([of, of === table ? { ...row, ...change(row) } : row]),
          ),
        ];
        const bad = altered(file, (lines) =>
          table === 'indexer_positions' ? consistent(changed(lines)) : changed(lines),
        );
        await expect(check(bad, chain)).rejects.toMatchObject({ code: 'refused' });
      },
    );

    it('an altered copy of a true index is accepted when its rows are true', async () => {
      expect(await check(file, chain)).toMatchObject({ options: 24 });
      expect(await check(altered(file, consistent), chain)).toMatchObject({ options: 24 });
    });

    it.each([
      ['statistics', 'indexer_rollups'],
      ['users', 'indexer_users'],
    ])('an altered copy of a true index is rejected without its %s', async (_, table) => {
      const bad = altered(file, (lines) => lines.filter((line) => !line.includes(`"${table}"`)));
      await expect(check(bad, chain)).rejects.toMatchObject({ code: 'refused' });
    });

    it('an altered copy of a true index is rejected with true hashes and a cursor ahead of its rows', async () => {
      const longer = await sqlite();
      chain.grow(100);
      await index(longer, chain);
      const later = gunzipSync(readFileSync(await exported(longer)))
        .toString()
        .split('\n');
      const cursor = later.find((line) => line.includes('"indexer_cursor"')) ?? '';
      const bad = altered(file, (lines) =>
        lines.map((line) => (line.includes('"indexer_cursor"') ? cursor : line)),
      );
      await expect(check(bad, chain)).rejects.toMatchObject({ code: 'refused' });
    });
  });

  it('rejects a cursor that skips the last options of a market that is quiet since', async () => {
    const story = fillStory({ perBlock: 1, settledAfter: 30, users: 5 });
    const chain = createSyntheticChain((block) => (block <= 350 ? story(block) : []));
    chain.grow(300);
    const [source, longer] = [await sqlite(), await sqlite()];
    await index(source, chain);
    const file = await exported(source);
    chain.grow(40_000);
    await index(longer, chain);
    const whole = await exported(longer);
    expect(await check(whole, chain)).toMatchObject({ block: 40_300 });
    const cursor = gunzipSync(readFileSync(whole))
      .toString()
      .split('\n')
      .find((line) => line.startsWith('["indexer_cursor"'));
    const skipping = altered(file, (lines) =>
      lines.map((line) => (line.startsWith('["indexer_cursor"') ? (cursor ?? '') : line)),
    );
    await expect(check(skipping, chain)).rejects.toMatchObject({ code: 'refused' });
  });

  it('rejects a database that already has an index', async () => {
    const chain = chainOf(50);
    const source = await sqlite();
    await index(source, chain);
    const file = await exported(source);
    await withDatabase(source, (database) =>
      expect(importIndex(database, file)).rejects.toMatchObject({ code: 'occupied' }),
    );
  });
});
