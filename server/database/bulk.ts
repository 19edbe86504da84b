import { CompiledQuery, type Kysely } from 'kysely';
import type { Engine } from './open.ts';

/** Values per statement, below the parameter limit of both engines. */
const VALUES_PER_STATEMENT = 2_000;

/** Inserts rows, overwriting rows with the same key. Keys must be unique within one call. */
export type BulkWrite<Row> = (
  db: Pick<Kysely<unknown>, 'executeQuery'>,
  rows: readonly Row[],
) => Promise<void>;

/**
 * Creates a writer of many rows in few statements. The text of each statement is built once,
 * because building a query with thousands of values costs more than running it. `updated` lists the
 * columns to overwrite when the key exists; every index on these columns is rewritten. `condition`
 * (SQL) limits which rows are overwritten.
 * @example const writeUsers = createBulkWrite<UserRow>('sqlite', 'users', ['key'], ['key', 'name'])
 */
export function createBulkWrite<Row extends object>(
  engine: Engine,
  table: string,
  key: readonly (keyof Row & string)[],
  columns: readonly (keyof Row & string)[],
  updated: readonly (keyof Row & string)[] = columns.filter((column) => !key.includes(column)),
  condition?: string,
): BulkWrite<Row> {
  const largest = Math.floor(VALUES_PER_STATEMENT / columns.length);
  const texts = new Map<number, string>();

  function textFor(count: number): string {
    const known = texts.get(count);
    if (known !== undefined) return known;
    let placeholder = 0;
    const next = () => (engine === 'postgres' ? `$${++placeholder}` : '?');
    const row = () => `(${columns.map(next).join(',')})`;
    const values = Array.from({ length: count }, row).join(',');
    const update =
      updated.length === 0
        ? 'nothing'
        : `update set ${updated.map((column) => `${column} = excluded.${column}`).join(', ')}${condition === undefined ? '' : ` where ${condition}`}`;
    const text = `insert into ${table} (${columns.join(', ')}) values ${values} on conflict (${key.join(', ')}) do ${update}`;
    texts.set(count, text);
    return text;
  }

  return async (db, rows) => {
    for (const part of parts(rows, largest)) {
      const values: unknown[] = [];
      for (const row of part) for (const column of columns) values.push(row[column]);
      await db.executeQuery(CompiledQuery.raw(textFor(part.length), values));
    }
  };
}

/** Splits a list into parts of 2^n items, so that few different statement texts are needed. */
export function parts<T>(items: readonly T[], largest: number): T[][] {
  const split: T[][] = [];
  for (let from = 0; from < items.length; ) {
    const length = 2 ** Math.floor(Math.log2(Math.min(items.length - from, largest)));
    split.push(items.slice(from, from + length));
    from += length;
  }
  return split;
}
