import { sql, type Transaction } from 'kysely';
import type { OpenDatabase } from '../../database/open.ts';
import { INDEXER_TABLES, type IndexerTables, TABLES } from '../storing/tables.ts';
import { createWriter } from '../storing/writers.ts';
import { SnapshotError } from './snapshot-error.ts';
import {
  readSnapshot,
  type SnapshotRow,
  type SnapshotTable,
  writeSnapshot,
} from './snapshot-file.ts';

const ROWS_AT_ONCE = 1_000;

/**
 * Exports an index to a file, as of one moment, while an indexer may continue. Returns the number
 * of rows.
 */
export async function exportIndex(
  { db, engine }: Pick<OpenDatabase<IndexerTables>, 'db' | 'engine'>,
  file: string,
): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    if (engine === 'postgres')
      await sql`set transaction isolation level repeatable read`.execute(transaction);
    return writeSnapshot(file, readRows(transaction));
  });
}

async function* readRows(
  transaction: Transaction<IndexerTables>,
): AsyncGenerator<readonly [SnapshotTable, object]> {
  for (const table of INDEXER_TABLES) {
    // The primary key is the order of reading.
    const key: readonly string[] = TABLES[table].key;
    const columns = sql.join(key.map((column) => sql.ref(column)));
    for (let last: Record<string, unknown> | undefined; ; ) {
      const after =
        last === undefined
          ? sql`1 = 1`
          : sql`(${columns}) > (${sql.join(key.map((column) => last?.[column]))})`;
      const { rows } = await sql<Record<string, unknown>>`
        select * from ${sql.table(table)} where ${after} order by ${columns}
        limit ${sql.lit(ROWS_AT_ONCE)}`.execute(transaction);
      for (const row of rows) yield [table, row];
      last = rows.at(-1);
      if (rows.length < ROWS_AT_ONCE) break;
    }
  }
}

/**
 * Imports a checked file into an empty index, in one transaction. The indexer continues from its
 * cursor, and marks responses as incomplete until it reaches the head.
 * @throws SnapshotError
 */
export async function importIndex(
  { db, engine }: Pick<OpenDatabase<IndexerTables>, 'db' | 'engine'>,
  file: string,
): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const taken = await transaction.selectFrom('indexer_cursor').select('id').executeTakeFirst();
    if (taken !== undefined)
      throw new SnapshotError('occupied', 'The database already contains an index.');
    let count = 0;
    for await (const { table, rows } of batches(readSnapshot(file))) {
      count += rows.length;
      await createWriter(engine, table)(transaction, rows);
    }
    await transaction.updateTable('indexer_cursor').set({ synced_at: 0, update_at: 0 }).execute();
    return count;
  });
}

/** Groups neighbouring rows of one table. */
async function* batches(source: AsyncIterable<SnapshotRow>) {
  let table: SnapshotTable | undefined;
  let rows: Record<string, unknown>[] = [];
  for await (const row of source) {
    if (table !== undefined && (row.table !== table || rows.length === ROWS_AT_ONCE)) {
      yield { table, rows };
      rows = [];
    }
    table = row.table;
    rows.push(row.value);
  }
  if (table !== undefined) yield { table, rows };
}
