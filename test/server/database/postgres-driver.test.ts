import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostgresDriver } from '../../../server/database/postgres-driver.ts';
import { rowOf, rowsOf } from '../../../server/database/script.ts';
import { queryBuilder, statement } from '../../../server/database/statement.ts';
import { eventually } from '../../helpers/eventually.ts';
import { startPostgres, type TestPostgres } from '../../helpers/postgres.ts';

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

it('a durable write is on disk when it resolves, a volatile one need not be, whatever the server is set to', async () => {
  const flags = ['-c', 'wal_writer_delay=10s', '-c', 'synchronous_commit=off'];
  const postgres = await startPostgres(flags);
  const url = await postgres.createDatabase('durable');
  const driver = createPostgresDriver(url);
  const watcher = new pg.Client({ connectionString: url });
  await watcher.connect();
  const ask = async (sql: string) =>
    (await watcher.query<{ answer: unknown }>(sql)).rows[0]?.answer;
  await watcher.query('create table notes (text text)');
  const isOnDisk = 'select pg_current_wal_flush_lsn() >= pg_current_wal_insert_lsn() as answer';

  await driver.write(() => rowsOf(insert, { text: 'volatile' }), 'volatile');
  expect(await ask(isOnDisk)).toBe(false);
  await driver.write(() => rowsOf(insert, { text: 'durable' }), 'durable');
  expect(await ask(isOnDisk)).toBe(true);

  await watcher.end();
  await driver.close();
  await postgres.stop();
});

describe('what goes wrong at PostgreSQL', () => {
  const missing = statement<{ text: string }, never>('missing_insert', (p) =>
    queryBuilder<{ nowhere: { text: string } }>('postgres')
      .insertInto('nowhere')
      .values({ text: p('text') }),
  );
  const sizes = queryBuilder<{ sizes: { size: number } }>('postgres');
  const size = statement<Record<string, never>, { size: number }>('size', () =>
    sizes.selectFrom('sizes').selectAll(),
  );
  const change = statement<{ size: number }, never>('size_change', (p) =>
    sizes.updateTable('sizes').set({ size: p('size') }),
  );
  let postgres: TestPostgres;
  let url: string;
  let other: pg.Client;
  let watcher: pg.Client;
  beforeAll(async () => {
    postgres = await startPostgres();
    url = await postgres.createDatabase('wrong');
    other = new pg.Client({ connectionString: url });
    other.on('error', () => undefined);
    await other.connect();
    watcher = new pg.Client({ connectionString: url });
    await watcher.connect();
    await other.query('create table notes (text text check (length(text) < 5))');
    await other.query('create table sizes (size bigint)');
    await other.query('insert into sizes values (9007199254740993)');
  });
  afterAll(() => postgres.stop());

  it('is no business of the client to repeat when a statement is refused', async () => {
    const driver = createPostgresDriver(url);
    const note = (text: string) => driver.write(() => rowsOf(insert, { text }), 'volatile');
    await expect(
      driver.write(() => rowsOf(missing, { text: 'a' }), 'volatile'),
    ).rejects.toMatchObject({ code: 'STORAGE_BROKEN', cause: { code: '42P01' } });
    await expect(note('too long')).rejects.toMatchObject({
      code: 'STORAGE_BROKEN',
      cause: { code: '23514' },
    });
    await expect(driver.read(() => rowOf(size, {}))).rejects.toMatchObject({
      code: 'STORAGE_BROKEN',
    });
    // The connection goes on: nothing of the refused transaction is left in it.
    await expect(note('fine')).resolves.toEqual([]);
    await driver.close();
  });

  it('passes when a row is locked, the server ends a connection, or there is none', async () => {
    const driver = createPostgresDriver(url, { timeoutMs: 1500, connections: 1 });
    const busy = { code: 'STORAGE_BUSY' };
    await other.query('begin');
    await other.query('update sizes set size = 1');
    const locked = driver.write(() => rowsOf(change, { size: 2 }), 'durable');
    await expect(locked).rejects.toMatchObject(busy);
    await other.query('commit');

    const patient = createPostgresDriver(url, { timeoutMs: 20_000, connections: 1 });
    await other.query('begin');
    await other.query('update sizes set size = 3');
    const ended = patient.write(() => rowsOf(change, { size: 4 }), 'durable');
    const refused = expect(ended).rejects.toMatchObject(busy);
    const waiting =
      "select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = 'wrong'";
    // What a transaction has once seen of the activity it goes on seeing, so another client looks.
    await eventually(async () => expect((await watcher.query(waiting)).rowCount).toBe(1));
    await watcher.query(`select pg_terminate_backend(pid) from (${waiting}) as one`);
    await refused;
    await other.query('commit');
    expect(await patient.read(() => rowOf(size, {}))).toEqual({ size: 3 });

    await Promise.all([driver.close(), patient.close(), other.end(), watcher.end()]);
    const nobody = createPostgresDriver('postgres://condor@127.0.0.1:1/none');
    await expect(nobody.flush()).rejects.toMatchObject(busy);
    await nobody.close();
  });
});
