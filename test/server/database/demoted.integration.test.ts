import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pingDatabase } from '../../../server/database/failover/ping.ts';
import { type OpenDatabase, openDatabase } from '../../../server/database/open.ts';
import { createTransactions, type Transactions } from '../../../server/database/transactions.ts';
import { callerClock } from '../../../server/vault/storage/database-clock.ts';
import { openVaultStore } from '../../../server/vault/storage/open-store.ts';
import { eventually } from '../../helpers/eventually.ts';
import { startPostgres, type TestPostgres } from '../../helpers/postgres.ts';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { startVault } from '../vault/harness.ts';

interface Tables {
  notes: { id: string; size: number };
}

let postgres: TestPostgres;
let url: string;
let other: pg.Client;
let count = 0;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());
beforeEach(async () => {
  const name = `demoted${count++}`;
  url = await postgres.createDatabase(name);
  other = new pg.Client({ connectionString: url.replace(name, 'postgres') });
  await other.connect();
});
afterEach(() => other.end());

/**
 * Sets whether new connections are read-only. For `standby`, also ends all current connections. A
 * connection that began as read-only stays read-only, as on a demoted primary.
 */
async function reconnectTo(server: 'standby' | 'primary'): Promise<void> {
  const database = new URL(url).pathname.slice(1);
  const value = server === 'standby' ? 'on' : 'off';
  await other.query(`alter database ${database} set default_transaction_read_only = ${value}`);
  if (server === 'standby')
    await other.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`,
    );
}

describe('a pool whose server was demoted', () => {
  let database: OpenDatabase<Tables>;
  let notes: Transactions<Tables>;
  beforeEach(async () => {
    database = openDatabase<Tables>({ engine: 'postgres', url });
    notes = createTransactions(database);
    await sql`create table notes (id text primary key, size bigint)`.execute(database.db);
  });
  afterEach(() => database.close());

  const put = (id: string) =>
    notes.write((db) => db.insertInto('notes').values({ id, size: 1 }).execute());
  /** Uses all connections of the pool at the same time. */
  const readAll = () =>
    Promise.allSettled(
      Array.from({ length: 10 }, () =>
        notes.read(async (db) => {
          const { rows } = await sql<{
            transaction_read_only: string;
          }>`show transaction_read_only`.execute(db);
          await sql`select pg_sleep(0.2)`.execute(db);
          return rows[0]?.transaction_read_only;
        }),
      ),
    );
  const modes = async () =>
    (await readAll()).map((result) => (result.status === 'fulfilled' ? result.value : 'ended'));

  it('closes connections to a demoted server once another server accepts writes', async () => {
    await put('one');
    await reconnectTo('standby');
    while (!(await modes()).every((mode) => mode === 'on'));
    await expect(put('two')).rejects.toMatchObject({ code: 'storage-busy' });
    while (!(await modes()).every((mode) => mode === 'on'));
    await reconnectTo('primary');
    await put('two');
    expect(new Set(await modes())).toEqual(new Set(['off']));
  });

  it('a ping doesn’t wait for a table’s lock, and fails on a server that accepts only reads', async () => {
    const ping = () => pingDatabase(database, 'notes');
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    await holder.query('begin; lock table notes in share row exclusive mode');
    await ping();
    await holder.query('commit');
    await holder.end();
    await reconnectTo('standby');
    await readAll();
    await expect(ping()).rejects.toMatchObject({ code: '25006' });
    await reconnectTo('primary');
    await ping();
  });
});

it('answers 503 on /health while the database accepts only reads, and allows logins once another server accepts writes', async () => {
  const vault = await startVault({
    store: await openVaultStore({ engine: 'postgres', url }, undefined, callerClock),
  });
  const authenticator = createSoftAuthenticator();
  await vault.client.openAccount(authenticator);
  const health = async () => {
    const answer = await vault.transport({ method: 'GET', path: '/health', headers: {} });
    return [answer.status, JSON.parse(answer.text)];
  };
  expect(await health()).toEqual([200, { status: 'ok' }]);
  await reconnectTo('standby');
  const reason = 'the database accepts only reads';
  // The first pings may use connections that the failover has cut.
  await eventually(async () =>
    expect(await health()).toEqual([503, { status: 'unavailable', reason }]),
  );
  await expect(vault.client.logIn(authenticator)).rejects.toMatchObject({
    status: 503,
    code: 'SERVICE_UNAVAILABLE',
  });
  await reconnectTo('primary');
  await vault.client.logIn(authenticator);
  expect(await health()).toEqual([200, { status: 'ok' }]);
  await vault.close();
});

describe('a transaction that PostgreSQL rolled back because of another transaction', () => {
  let database: OpenDatabase<Tables>;
  let notes: Transactions<Tables>;
  beforeEach(async () => {
    database = openDatabase<Tables>({ engine: 'postgres', url });
    notes = createTransactions(database);
    await sql`create table notes (id text primary key, size bigint)`.execute(database.db);
    await sql`insert into notes values ('a', 0), ('b', 0)`.execute(database.db);
  });
  afterEach(() => database.close());

  const grow = (ids: readonly string[], onFirst: () => Promise<void>) =>
    notes.write(async (db) => {
      for (const id of ids) {
        await db
          .updateTable('notes')
          .set(({ eb }) => ({ size: eb('size', '+', 1) }))
          .where('id', '=', id)
          .execute();
        await onFirst();
      }
    });

  it('repeats a transaction after a deadlock', async () => {
    const { promise: bothLocked, resolve } = Promise.withResolvers<void>();
    let locked = 0;
    const onFirst = async () => {
      if (++locked === 2) resolve();
      await bothLocked;
    };
    await Promise.all([grow(['a', 'b'], onFirst), grow(['b', 'a'], onFirst)]);
    const sizes = await notes.read((db) => db.selectFrom('notes').select('size').execute());
    expect(sizes).toEqual([{ size: 2 }, { size: 2 }]);
  });

  it.each(['40001', '40P01'])(
    'gives up a transaction after sixteen attempts that fail with SQLSTATE %s',
    async (code) => {
      await sql
        .raw(
          `create function lose() returns int language plpgsql as
         $$ begin raise exception 'lost' using errcode = '${code}'; end $$`,
        )
        .execute(database.db);
      let attempts = 0;
      const losing = notes.write(async (db) => {
        attempts++;
        await sql`select lose()`.execute(db);
      });
      await expect(losing).rejects.toMatchObject({ code: 'storage-conflict' });
      expect(attempts).toBe(16);
    },
  );
});
