import { type Kysely, sql, type Transaction } from 'kysely';
import { CondorError } from '../../shared/errors.ts';
import { createRowDigest, type Row } from './row-digest.ts';
import type { SqliteHandle } from './sqlite.ts';

/** Rows per statement. */
const BATCH = 200;

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** Tables that its rows refer to. */
  readonly parents: readonly string[];
}

export interface MovedTable {
  readonly name: string;
  readonly rows: number;
}

/**
 * Copies all tables of a service from SQLite to PostgreSQL in one transaction, which commits only if
 * every table then has the same rows. The target has the same tables, without rows.
 * @throws CondorError MOVE_REFUSED when the target has rows or other tables, MOVE_FAILED when the
 * rows differ
 */
export async function moveTables<Tables>(
  source: SqliteHandle,
  target: Kysely<Tables>,
): Promise<MovedTable[]> {
  const tables = inOrder(tablesOf(source));
  return target.transaction().execute(async (transaction) => {
    await requireEmpty(transaction, tables);
    const moved: MovedTable[] = [];
    for (const table of tables) {
      const digest = await copy(source, transaction, table);
      if ((await digestIn(transaction, table)).value !== digest.value) {
        throw new CondorError('MOVE_FAILED', `the rows of ${table.name} differ after copying`);
      }
      moved.push({ name: table.name, rows: digest.count });
    }
    return moved;
  });
}

function tablesOf(source: SqliteHandle): Table[] {
  const names = source
    .prepare<[], { name: string }>("select name from sqlite_master where type = 'table'")
    .all()
    .map(({ name }) => name)
    // Migrations have run in the target already.
    .filter((name) => !name.startsWith('sqlite_') && !/^condor_\w*migrations/.test(name));
  return names.map((name) => ({
    name,
    columns: source
      .prepare<[string], { name: string }>('select name from pragma_table_info(?)')
      .all(name)
      .map((column) => column.name),
    parents: source
      .prepare<[string], { parent: string }>(
        'select distinct "table" as parent from pragma_foreign_key_list(?)',
      )
      .all(name)
      .map(({ parent }) => parent),
  }));
}

/** Sorts tables so that each follows those that it refers to. */
function inOrder(tables: readonly Table[]): Table[] {
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

async function requireEmpty<Tables>(
  transaction: Transaction<Tables>,
  tables: readonly Table[],
): Promise<void> {
  for (const { name } of tables) {
    // No other instance writes until the transaction ends.
    await sql`lock table ${sql.table(name)} in exclusive mode`.execute(transaction);
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(transaction);
    if (rows.length > 0) {
      throw new CondorError(
        'MOVE_REFUSED',
        `the target isn't empty: ${name} has rows; use a new database`,
      );
    }
  }
}

async function copy<Tables>(source: SqliteHandle, transaction: Transaction<Tables>, table: Table) {
  const digest = createRowDigest(table.columns);
  const columns = table.columns.map((column) => `"${column}"`).join(', ');
  const select = source.prepare<[], Row>(`select ${columns} from "${table.name}"`);
  let batch: Row[] = [];
  const write = async () => {
    if (batch.length === 0) return;
    const values = batch.map((row) => sql`(${sql.join(table.columns.map((name) => row[name]))})`);
    const names = sql.join(table.columns.map((name) => sql.ref(name)));
    await sql`insert into ${sql.table(table.name)} (${names}) values ${sql.join(values)}`.execute(
      transaction,
    );
    batch = [];
  };
  for (const row of select.iterate()) {
    digest.add(row);
    batch.push(row);
    if (batch.length === BATCH) await write();
  }
  await write();
  return digest;
}

/** Reads the copied rows back. */
async function digestIn<Tables>(transaction: Transaction<Tables>, table: Table) {
  const digest = createRowDigest(table.columns);
  const names = sql.join(table.columns.map((name) => sql.ref(name)));
  await sql`declare copied cursor for select ${names} from ${sql.table(table.name)}`.execute(
    transaction,
  );
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(BATCH)} from copied`.execute(transaction);
    for (const row of rows) digest.add(row);
    if (rows.length < BATCH) break;
  }
  await sql`close copied`.execute(transaction);
  return digest;
}
