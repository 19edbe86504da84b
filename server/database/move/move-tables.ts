import { CondorError } from '../../../shared/errors.ts';
import type { SqliteHandle } from '../sqlite.ts';
import { createRowDigest, type Row } from './row-digest.ts';

/** Rows per statement. */
export const MOVE_BATCH = 200;

export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** Tables that this table's rows refer to. */
  readonly parents: readonly string[];
}

/** One of the two databases of a move, in a transaction that prevents other writes. */
export interface MoveEnd {
  rows(table: Table): AsyncIterable<Row>;
  isEmpty(table: Table): Promise<boolean>;
  insert(table: Table, rows: readonly Row[]): Promise<void>;
}

export interface MovedTable {
  readonly name: string;
  readonly rows: number;
}

/**
 * Copies tables into a database with the same, empty tables, reads the copies back and compares
 * them. The caller commits, or rolls back after an error.
 * @throws CondorError move-refused when the target has rows, move-failed when the rows differ
 */
export async function moveTables(
  tables: readonly Table[],
  source: MoveEnd,
  target: MoveEnd,
): Promise<MovedTable[]> {
  for (const table of tables) {
    if (await target.isEmpty(table)) continue;
    throw new CondorError(
      'move-refused',
      `the target isn't empty: ${table.name} has rows; use a new database`,
    );
  }
  const moved: MovedTable[] = [];
  for (const table of tables) {
    const sent = await copy(table, source, target);
    const stored = createRowDigest(table.columns);
    for await (const row of target.rows(table)) stored.add(row);
    if (stored.value !== sent.value)
      throw new CondorError('move-failed', `the rows of ${table.name} differ after copying`);
    moved.push({ name: table.name, rows: sent.count });
  }
  return moved;
}

async function copy(table: Table, source: MoveEnd, target: MoveEnd) {
  const digest = createRowDigest(table.columns);
  let batch: Row[] = [];
  for await (const row of source.rows(table)) {
    digest.add(row);
    batch.push(row);
    if (batch.length < MOVE_BATCH) continue;
    await target.insert(table, batch);
    batch = [];
  }
  if (batch.length > 0) await target.insert(table, batch);
  return digest;
}

/** Returns the tables of a service's SQLite file, each after the tables that it refers to. */
export function tablesOf(handle: SqliteHandle): Table[] {
  const tables = handle
    .prepare<[], { name: string }>("select name from sqlite_master where type = 'table'")
    .all()
    .map(({ name }) => name)
    // The tables of migrations aren't copied, because both databases have run their own migrations.
    .filter((name) => !name.startsWith('sqlite_') && !/^condor_\w*migrations/.test(name))
    .map((name) => ({ name, columns: columnsOf(handle, name), parents: parentsOf(handle, name) }));
  const sorted: Table[] = [];
  const visit = (table: Table) => {
    if (sorted.includes(table)) return;
    for (const other of tables)
      if (other !== table && table.parents.includes(other.name)) visit(other);
    sorted.push(table);
  };
  for (const table of tables) visit(table);
  return sorted;
}

function columnsOf(handle: SqliteHandle, table: string): string[] {
  const select = 'select name from pragma_table_info(?)';
  return handle
    .prepare<[string], { name: string }>(select)
    .all(table)
    .map(({ name }) => name);
}

function parentsOf(handle: SqliteHandle, table: string): string[] {
  const select = 'select distinct "table" as parent from pragma_foreign_key_list(?)';
  return handle
    .prepare<[string], { parent: string }>(select)
    .all(table)
    .map(({ parent }) => parent);
}
