import { sql, type Transaction } from 'kysely';
import type { SqliteHandle } from '../sqlite.ts';
import { MOVE_BATCH, type MoveEnd, type Table } from './move-tables.ts';
import type { Row } from './row-digest.ts';

/** Returns the SQLite side of a move; `openAlone` must have opened the file. */
export function sqliteEnd(handle: SqliteHandle): MoveEnd {
  return {
    async *rows({ name, columns }) {
      const list = columns.map((column) => `"${column}"`).join(', ');
      yield* handle.prepare<[], Row>(`select ${list} from "${name}"`).iterate();
    },
    async isEmpty({ name }) {
      return handle.prepare(`select 1 from "${name}" limit 1`).get() === undefined;
    },
    async insert({ name, columns }, rows) {
      const list = columns.map((column) => `"${column}"`).join(', ');
      const values = columns.map(() => '?').join(', ');
      const insert = handle.prepare(`insert into "${name}" (${list}) values (${values})`);
      for (const row of rows) insert.run(columns.map((column) => row[column]));
    },
  };
}

/** Returns the PostgreSQL side of a move, and prevents other writes to its tables. */
export async function postgresEnd<Tables>(
  transaction: Transaction<Tables>,
  tables: readonly Table[],
): Promise<MoveEnd> {
  for (const { name } of tables)
    await sql`lock table ${sql.table(name)} in exclusive mode`.execute(transaction);
  return {
    async *rows({ name, columns }) {
      const names = sql.join(columns.map((column) => sql.ref(column)));
      await sql`declare moved cursor for select ${names} from ${sql.table(name)}`.execute(
        transaction,
      );
      for (;;) {
        const { rows } = await sql<Row>`fetch ${sql.lit(MOVE_BATCH)} from moved`.execute(
          transaction,
        );
        yield* rows;
        if (rows.length < MOVE_BATCH) break;
      }
      await sql`close moved`.execute(transaction);
    },
    async isEmpty({ name }) {
      const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(transaction);
      return rows.length === 0;
    },
    async insert({ name, columns }, rows) {
      const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
      const names = sql.join(columns.map((column) => sql.ref(column)));
      await sql`insert into ${sql.table(name)} (${names}) values ${sql.join(values)}`.execute(
        transaction,
      );
    },
  };
}
