import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SqlDriver } from '../../../server/database/driver.ts';
import { rowOf, rowsOf } from '../../../server/database/script.ts';
import { openSqlite } from '../../../server/database/sqlite.ts';
import { queryBuilder, statement } from '../../../server/database/statement.ts';

/** One table for tests of the driver. */
export interface Things {
  things: { id: string; value: number };
}
const db = queryBuilder<Things>('sqlite');
export const put = statement<Things['things'], never>('put', (p) =>
  db.insertInto('things').values({ id: p('id'), value: p('value') }),
);
/** Undoes its whole transaction, as SQLite does by itself when the disk fails, where the id is taken. */
export const putOrRollback = statement<Things['things'], never>('putOrRollback', (p) =>
  db
    .insertInto('things')
    .orRollback()
    .values({ id: p('id'), value: p('value') }),
);
export const get = statement<{ id: string }, Things['things']>('get', (p) =>
  db.selectFrom('things').selectAll().where('id', '=', p('id')),
);

/** A new database with the table, in a directory of its own. */
export function thingsFile(): { file: string; directory: string } {
  const directory = mkdtempSync(join(tmpdir(), 'condor-driver-'));
  const file = join(directory, 'things.db');
  const handle = openSqlite(file);
  handle.exec('create table things (id text primary key, value integer not null) strict');
  handle.close();
  return { file, directory };
}

export const write = (
  driver: SqlDriver,
  id: string,
  durability: 'durable' | 'volatile' = 'durable',
) =>
  driver.write(function* () {
    yield* rowsOf(put, { id, value: 1 });
    return id;
  }, durability);

export const read = (driver: SqlDriver, id: string) => driver.read(() => rowOf(get, { id }));

/** A sync that ends when the test says so. */
export function manualSync() {
  const started: (() => void)[] = [];
  const sync = () => new Promise<void>((resolve) => started.push(resolve));
  return { sync, started };
}

/** Whether nothing has come of it after a few turns of the event loop. */
export async function isPending(promise: Promise<unknown>): Promise<boolean> {
  let pending = true;
  const done = () => {
    pending = false;
  };
  promise.then(done, done);
  for (let i = 0; i < 3; i++) await new Promise((resolve) => setImmediate(resolve));
  return pending;
}
