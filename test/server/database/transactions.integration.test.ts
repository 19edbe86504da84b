import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../server/database/open.ts';
import { StorageError } from '../../../server/database/storage-error.ts';
import type { DatabaseTarget } from '../../../server/database/target.ts';
import { createTransactions, Undo } from '../../../server/database/transactions.ts';
import { eventually } from '../../helpers/eventually.ts';
import { startPostgres, type TestPostgres } from '../../helpers/postgres.ts';

interface Tables {
  notes: { id: string; size: number };
}

const directory = mkdtempSync(join(tmpdir(), 'condor-transactions-'));
const databases: { close(): Promise<void> }[] = [];
let postgres: TestPostgres;
let count = 0;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(async () => {
  for (const database of databases) await database.close();
  await postgres.stop();
  rmSync(directory, { recursive: true });
});

function open(target: DatabaseTarget, options: { readonly timeoutMs?: number } = {}) {
  const database = openDatabase<Tables>(target, { busyTimeoutMs: 0, ...options });
  databases.push(database);
  return { ...createTransactions(database), db: database.db };
}

const sqliteTarget = (): DatabaseTarget => ({
  engine: 'sqlite',
  file: join(directory, `${count++}.db`),
});
const postgresTarget = async (): Promise<DatabaseTarget> => ({
  engine: 'postgres',
  url: await postgres.createDatabase(`notes${count++}`),
});

async function withNotes(target: DatabaseTarget) {
  const notes = open(target);
  await sql`create table notes (id text primary key, size bigint not null check (size < 100))`.execute(
    notes.db,
  );
  return notes;
}

describe.each([
  ['SQLite', async () => sqliteTarget()],
  ['PostgreSQL', postgresTarget],
] as const)('a transaction on %s', (_engine, target) => {
  it('rolls back a transaction when its function returns Undo', async () => {
    const { read, write } = await withNotes(await target());
    const result = await write(async (db) => {
      await db.insertInto('notes').values({ id: 'one', size: 1 }).execute();
      return new Undo('undone');
    });
    expect(result).toBe('undone');
    expect(await read((db) => db.selectFrom('notes').selectAll().execute())).toEqual([]);
  });

  it('rolls back a transaction when one of its statements fails, and runs the next transaction', async () => {
    const { read, write } = await withNotes(await target());
    const refused = write(async (db) => {
      await db.insertInto('notes').values({ id: 'one', size: 1 }).execute();
      await db.insertInto('notes').values({ id: 'two', size: 100 }).execute();
    });
    await expect(refused).rejects.toMatchObject({ code: 'storage-broken' });
    await write((db) => db.insertInto('notes').values({ id: 'three', size: 3 }).execute());
    const rows = await read((db) => db.selectFrom('notes').selectAll().execute());
    expect(rows).toEqual([{ id: 'three', size: 3 }]);
  });

  it('lets exactly one of many concurrent writers of a row succeed', async () => {
    const { write } = await withNotes(await target());
    await write((db) => db.insertInto('notes').values({ id: 'one', size: 0 }).execute());
    const winners = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        write(async (db) => {
          const row = await db
            .updateTable('notes')
            .set({ size: i + 1 })
            .where('id', '=', 'one')
            .where('size', '=', 0)
            .returning('id')
            .executeTakeFirst();
          return row !== undefined;
        }),
      ),
    );
    expect(winners.filter(Boolean)).toHaveLength(1);
  });
});

it('sets SQLite to flush each commit, and waits for another connection’s lock without blocking the process', async () => {
  const target = sqliteTarget();
  if (target.engine !== 'sqlite') throw new TypeError('not SQLite');
  const { db, read, write } = await withNotes(target);
  expect((await sql<{ synchronous: number }>`pragma synchronous`.execute(db)).rows).toEqual([
    { synchronous: 2 },
  ]);
  const other = new Database(target.file);
  other.exec('begin immediate');
  const put = (id: string) =>
    write((db) => db.insertInto('notes').values({ id, size: 1 }).execute());
  let turns = 0;
  const ticking = setInterval(() => turns++, 10);
  await expect(put('one')).rejects.toMatchObject({ code: 'storage-busy' });
  clearInterval(ticking);
  expect(turns).toBeGreaterThan(10);
  expect(await read((db) => db.selectFrom('notes').selectAll().execute())).toEqual([]);
  const patient = put('two');
  other.exec('commit');
  await patient;
  other.close();
});

it('a write resolves only after PostgreSQL’s commit is on disk, even when the server sets synchronous_commit to off', async () => {
  // Makes PostgreSQL's WAL writer sleep as long as possible. Otherwise it could flush instead of
  // the commit.
  const flags = ['-c', 'wal_writer_delay=10s', '-c', 'synchronous_commit=off'];
  const own = await startPostgres(flags);
  const url = await own.createDatabase('durable');
  const database = openDatabase<Tables>({ engine: 'postgres', url });
  const { write } = createTransactions(database);
  const watcher = new pg.Client({ connectionString: url });
  await watcher.connect();
  await watcher.query('create table notes (id text, size bigint)');
  const isOnDisk = async () =>
    (
      await watcher.query<{ answer: boolean }>(
        'select pg_current_wal_flush_lsn() >= pg_current_wal_insert_lsn() as answer',
      )
    ).rows[0]?.answer;
  await watcher.query("insert into notes values ('volatile', 1)");
  expect(await isOnDisk()).toBe(false);
  await write((db) => db.insertInto('notes').values({ id: 'durable', size: 1 }).execute());
  expect(await isOnDisk()).toBe(true);
  await watcher.end();
  await database.close();
  await own.stop();
});

describe('PostgreSQL', () => {
  it('reads succeed again after PostgreSQL hung during many requests', async () => {
    const target = await postgresTarget();
    if (target.engine !== 'postgres') throw new TypeError('not PostgreSQL');
    await withNotes(target);
    const url = new URL(target.url);
    const port = Number(url.port);
    let hangs = true;
    const sockets = new Set<Socket>();
    const door = createServer((incoming) => {
      const outgoing = connect(port, '127.0.0.1');
      for (const socket of [incoming, outgoing]) sockets.add(socket.on('error', () => undefined));
      outgoing.pipe(incoming);
      // To simulate a hanging server, forwards only the greeting and no answers to queries.
      if (hangs) incoming.once('data', (greeting) => outgoing.write(greeting));
      else incoming.pipe(outgoing);
    });
    await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
    const address = door.address();
    url.port = String(typeof address === 'object' ? address?.port : '');
    const notes = open({ engine: 'postgres', url: url.href }, { timeoutMs: 1000 });
    const read = () => notes.read((db) => db.selectFrom('notes').selectAll().execute());
    const answers = await Promise.allSettled(Array.from({ length: 25 }, read));
    expect(answers.every(({ status }) => status === 'rejected')).toBe(true);
    hangs = false;
    await eventually(async () => expect(await read()).toEqual([]));
    for (const socket of sockets) socket.destroy();
    door.close();
  });

  it('rejects a number above the safe integers', async () => {
    const { db, read } = await withNotes(await postgresTarget());
    await sql`create table sizes (size bigint)`.execute(db);
    await sql`insert into sizes values (9007199254740993)`.execute(db);
    const reading = read(() => sql`select size from sizes`.execute(db));
    await expect(reading).rejects.toMatchObject({ code: 'storage-broken' });
  });

  it('reports storage-busy when a row is locked, the server ends the connection, or no server listens', async () => {
    const target = await postgresTarget();
    if (target.engine !== 'postgres') throw new TypeError('not PostgreSQL');
    const busy = { code: 'storage-busy' };
    const { write } = await withNotes(target);
    await write((db) => db.insertInto('notes').values({ id: 'one', size: 0 }).execute());
    const other = new pg.Client({ connectionString: target.url });
    const watcher = new pg.Client({ connectionString: target.url });
    await Promise.all([other.connect(), watcher.connect()]);
    const resize = ({ write }: ReturnType<typeof open>, size: number) =>
      write((db) => db.updateTable('notes').set({ size }).execute());

    await other.query('begin; update notes set size = 1');
    await expect(resize(open(target, { timeoutMs: 1500 }), 2)).rejects.toMatchObject(busy);
    await other.query('commit');

    const patient = open(target, { timeoutMs: 20_000 });
    await other.query('begin; update notes set size = 3');
    const refused = expect(resize(patient, 4)).rejects.toMatchObject(busy);
    const waiting =
      "select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
    // A separate client reads `pg_stat_activity`, because a transaction keeps its first snapshot of
    // this view.
    await eventually(async () => expect((await watcher.query(waiting)).rowCount).toBe(1));
    await watcher.query(`select pg_terminate_backend(pid) from (${waiting}) as one`);
    await refused;
    await other.query('commit');
    await Promise.all([other.end(), watcher.end()]);
    await resize(patient, 5);

    const nobody = open({ engine: 'postgres', url: 'postgres://condor@127.0.0.1:1/none' });
    await expect(resize(nobody, 6)).rejects.toMatchObject(busy);
  });
});

describe('a database that shares flushes', () => {
  async function withManualFlush() {
    const database = openDatabase<Tables>(sqliteTarget(), { busyTimeoutMs: 0 });
    databases.push(database);
    await sql`create table notes (id text primary key, size bigint not null)`.execute(database.db);
    const ends: { resolve: () => void; reject: (error: Error) => void }[] = [];
    const flush = () => new Promise<void>((resolve, reject) => ends.push({ resolve, reject }));
    const { read, write, writeVolatile } = createTransactions({ db: database.db, flush });
    const note = (id: string) => ({ id, size: 1 });
    return {
      ends,
      list: () => read((db) => db.selectFrom('notes').select('id').execute()),
      put: (id: string) => write((db) => db.insertInto('notes').values(note(id)).execute()),
      putVolatile: (id: string) =>
        writeVolatile((db) => db.insertInto('notes').values(note(id)).execute()),
    };
  }

  it('answers a write, and a read that may have seen that write, only after the flush', async () => {
    const { ends, list, put } = await withManualFlush();
    const order: string[] = [];
    const writing = put('one').then(() => order.push('write'));
    await eventually(async () => expect(ends).toHaveLength(1));
    const reading = list().then((rows) => order.push(`read ${rows.length}`));
    order.push('flush');
    ends[0]?.resolve();
    await Promise.all([writing, reading]);
    expect(order[0]).toBe('flush');
    expect(order).toContain('read 1');
  });

  it('doesn’t wait for a flush before it answers a write that needn’t survive a crash', async () => {
    const { ends, list, putVolatile } = await withManualFlush();
    await putVolatile('one');
    expect(await list()).toHaveLength(1);
    expect(ends).toHaveLength(0);
  });

  it('rejects the waiting write and all reads after a failed flush', async () => {
    const { ends, list, put } = await withManualFlush();
    const broken = { code: 'storage-broken' };
    const writing = expect(put('one')).rejects.toMatchObject(broken);
    await eventually(async () => expect(ends).toHaveLength(1));
    const reading = expect(list()).rejects.toMatchObject(broken);
    ends[0]?.reject(new StorageError('storage-broken', 'EIO'));
    await Promise.all([writing, reading]);
    await expect(list()).rejects.toMatchObject(broken);
  });

  it('keeps the database file and its log private, even in a folder that others can read', async () => {
    const target = sqliteTarget();
    if (target.engine !== 'sqlite') throw new TypeError('not SQLite');
    chmodSync(directory, 0o755);
    const database = openDatabase<Tables>(target, { sharesFlushes: true });
    databases.push(database);
    await sql`create table notes (id text primary key, size bigint)`.execute(database.db);
    for (const suffix of ['', '-wal', '-shm'])
      expect(statSync(target.file + suffix).mode & 0o777, suffix).toBe(0o600);
  });
});
