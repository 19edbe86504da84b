import pg from 'pg';
import { expect, it } from 'vitest';
import { createPostgresDriver } from '../../../server/database/postgres-driver.ts';
import { rowsOf } from '../../../server/database/script.ts';
import { queryBuilder, statement } from '../../../server/database/statement.ts';
import { startPostgres } from '../../helpers/postgres.ts';

const db = queryBuilder<{ notes: { text: string } }>('postgres');
const insert = statement<{ text: string }, never>('note_insert', (p) =>
  db.insertInto('notes').values({ text: p('text') }),
);

it('a flush puts the volatile writes before it on disk, whatever the server is set to', async () => {
  // The server's own writer sleeps for as long as it may, so that only the flush can have done it.
  const flags = ['-c', 'wal_writer_delay=10s', '-c', 'synchronous_commit=off'];
  const postgres = await startPostgres(flags);
  const url = await postgres.createDatabase('flush');
  const driver = createPostgresDriver(url);
  const watcher = new pg.Client({ connectionString: url });
  await watcher.connect();
  const ask = async (sql: string) =>
    (await watcher.query<{ answer: unknown }>(sql)).rows[0]?.answer;
  await watcher.query('create table notes (text text)');
  await driver.flush();

  await driver.write(() => rowsOf(insert, { text: 'volatile' }), 'volatile');
  const written = await ask('select pg_current_wal_insert_lsn()::text as answer');
  const isOnDisk = `select pg_current_wal_flush_lsn() >= '${written}'::pg_lsn as answer`;
  expect(await ask(isOnDisk)).toBe(false);
  await driver.flush();
  expect(await ask(isOnDisk)).toBe(true);

  await watcher.end();
  await driver.close();
  await postgres.stop();
});
