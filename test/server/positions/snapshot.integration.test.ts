import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createNode } from '../../../server/chain/node.ts';
import { createNodes } from '../../../server/chain/nodes.ts';
import { migrate } from '../../../server/database/migrate.ts';
import { openDatabase } from '../../../server/database/open.ts';
import type { DatabaseTarget } from '../../../server/database/target.ts';
import { createLogHabits } from '../../../server/positions/reading/log-habits.ts';
import { exportIndex, importIndex } from '../../../server/positions/snapshot/snapshot.ts';
import { checkSnapshot } from '../../../server/positions/snapshot/snapshot-check.ts';
import { INDEXER_MIGRATIONS } from '../../../server/positions/storing/migrations.ts';
import type { IndexerTables } from '../../../server/positions/storing/tables.ts';
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
    habitsOf: createLogHabits(),
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
