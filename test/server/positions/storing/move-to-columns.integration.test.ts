import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../../../server/database/migrate.ts';
import { openDatabase } from '../../../../server/database/open.ts';
import type { DatabaseTarget } from '../../../../server/database/target.ts';
import { INDEXER_MIGRATIONS } from '../../../../server/positions/storing/migrations.ts';
import { positionOf } from '../../../../server/positions/storing/position-row.ts';
import type { IndexerTables } from '../../../../server/positions/storing/tables.ts';
import { isRecord } from '../../../../shared/is-record.ts';
import { parseJson } from '../../../../shared/parse.ts';
import { positionToWire } from '../../../../shared/positions/to-wire.ts';
import { unixSeconds } from '../../../../shared/units.ts';
import { startPostgres, type TestPostgres } from '../../../helpers/postgres.ts';
import { createSyntheticChain } from '../../../helpers/synthetic-chain.ts';
import { fillStory } from '../../../helpers/synthetic-fills.ts';
import { startSyntheticNode } from '../../../helpers/synthetic-node.ts';
import { temporaryDirectory } from '../../orders/harness.ts';
import { dump } from '../dump.ts';
import { startIndexer } from '../harness.ts';

const directory = temporaryDirectory();
let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(async () => {
  await postgres?.stop();
  directory.remove();
});

const FIRST_TWO = INDEXER_MIGRATIONS.slice(0, 2);

type AnyTables = Record<string, Record<string, unknown>>;

/** Returns a position's row as versions before the columns wrote it. */
function olderPosition(row: unknown): Record<string, unknown> {
  const position = positionOf(row);
  if (position === undefined || !isRecord(row)) throw new Error('the row holds a position');
  const { optionStatus: _, ...wire } = positionToWire(position, unixSeconds(0));
  const { address, status, source, buyer, seller, referrer, implementation } = row;
  return {
    ...{ address, status, source, buyer, seller, referrer, implementation },
    entry_block: position.entry.block,
    entry_log: position.entry.logIndex,
    entry_time: position.entry.timestamp,
    close_time: position.close?.timestamp ?? null,
    expiry: position.expiry,
    is_itm: (position.settlement?.payoutBuyer ?? 0n) > 0n ? 1 : 0,
    body: JSON.stringify(wire).slice(0, -1),
    buyer_profit: '"pnlUsd":null,"pnlPct":null',
    seller_profit: '"pnlUsd":null,"pnlPct":null',
  };
}

const QUOTATION = {
  key: `0x${'fa'.repeat(20)}:1`,
  id: '1',
  factory: `0x${'fa'.repeat(20)}`,
  requester: `0x${'01'.repeat(20)}`,
  status: 'settled',
  created_block: 1,
  has_terms: 2,
  body: JSON.stringify({
    status: 'settled',
    requester: `0x${'01'.repeat(20)}`,
    requesterPublicKey: 'key',
    reservePrice: '5',
    created: { block: 1, timestamp: 100, txHash: `0x${'11'.repeat(32)}` },
    updated: { block: 2, timestamp: 160, txHash: `0x${'22'.repeat(32)}` },
    ...{ bestPrice: '4', winner: null, option: null, fee: null, referralId: null, terms: null },
  }),
};

/** Creates an index with the current tables, and the same one in an older version's database. */
async function olderIndex(target: DatabaseTarget, file: string) {
  const chain = createSyntheticChain(fillStory({ perBlock: 1, settledAfter: 30, users: 5 }));
  chain.grow(90);
  const node = await startSyntheticNode(chain);
  const current = { engine: 'sqlite', file } as const;
  const indexer = await startIndexer(current, {
    chain: { rpcUrls: [node.url], startBlock: 0, pollMs: 60_000 },
  });
  await indexer.synced();
  await indexer.stop();
  await node.stop();
  const source = openDatabase<AnyTables>(current);
  const database = openDatabase<IndexerTables>(target);
  await migrate(database, 'indexer', FIRST_TWO);
  await database.close();
  const older = openDatabase<AnyTables>(target);
  const readRows = (table: string) => source.db.selectFrom(table).selectAll().execute();
  for (const table of ['cursor', 'events', 'checkpoints', 'rollups'])
    await insert(older.db, `indexer_${table}`, await readRows(`indexer_${table}`));
  await insert(
    older.db,
    'indexer_positions',
    (await readRows('indexer_positions')).map(olderPosition),
  );
  const undo = await readRows('indexer_undo');
  await insert(
    older.db,
    'indexer_undo',
    undo.map((row) => ({
      ...row,
      before:
        typeof row.before === 'string'
          ? JSON.stringify(olderPosition(parseJson(row.before)))
          : row.before,
    })),
  );
  await insert(older.db, 'indexer_quotations', [QUOTATION]);
  await source.close();
  await older.close();
  return { wanted: await dump(current), undo };
}

async function insert(db: Kysely<AnyTables>, table: string, rows: Record<string, unknown>[]) {
  for (const row of rows) await db.insertInto(table).values(row).execute();
}

describe.each([
  ['SQLite', async () => ({ engine: 'sqlite', file: `${directory.path}/old.db` }) as const],
  [
    'PostgreSQL',
    async () => ({ engine: 'postgres', url: await postgres.createDatabase('old') }) as const,
  ],
])('an index that an earlier version wrote to %s', (name, target) => {
  it('opens with the same positions, users, sums and undo data', async () => {
    const older = await target();
    const { wanted, undo } = await olderIndex(older, `${directory.path}/${name}.db`);
    const database = openDatabase<IndexerTables>(older);
    await migrate(database, 'indexer', INDEXER_MIGRATIONS);
    const byKey = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).sort();
    expect(byKey(await database.db.selectFrom('indexer_undo').selectAll().execute())).toEqual(
      byKey(undo),
    );
    await database.close();
    const { quotations, ...moved } = await dump(older);
    const { quotations: _, ...rest } = wanted;
    expect(moved).toEqual(rest);
    expect(quotations).toEqual([{ ...QUOTATION, created_time: 100, updated_time: 160 }]);
  });
});

it('empties an index with an invalid row, to read it from the chain again', async () => {
  const target = { engine: 'sqlite', file: `${directory.path}/broken.db` } as const;
  await olderIndex(target, `${directory.path}/sound.db`);
  const database = openDatabase<IndexerTables>(target);
  await sql`update indexer_positions set body = '{' where entry_block = 7`.execute(database.db);
  await migrate(database, 'indexer', INDEXER_MIGRATIONS);
  await database.close();
  const { positions, cursor, rollups } = await dump(target);
  expect({ positions, cursor, rollups }).toEqual({ positions: [], cursor: [], rollups: [] });
});
