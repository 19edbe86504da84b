import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../../server/database/open.ts';
import { createTransactions, type Transactions } from '../../../server/database/transactions.ts';
import { startPostgres, type TestPostgres } from '../../helpers/postgres.ts';

interface Tables {
  notes: { id: string };
}

let postgres: TestPostgres;
let admin: pg.Client;
let database: OpenDatabase<Tables>;
let notes: Transactions<Tables>;
let count = 0;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());
beforeEach(async () => {
  const url = await postgres.createDatabase(`unknown${count++}`);
  admin = new pg.Client({ connectionString: url });
  await admin.connect();
  database = openDatabase<Tables>({ engine: 'postgres', url });
  notes = createTransactions(database);
  await sql`create table notes (id text primary key)`.execute(database.db);
});
afterEach(async () => {
  await requireStandby(false);
  await database.close();
  await admin.end();
});

/** Sets whether commits wait for a standby. The server has no standby. */
async function requireStandby(isRequired: boolean): Promise<void> {
  const names = isRequired ? 'a_standby' : '';
  await admin.query(`alter system set synchronous_standby_names = '${names}'`);
  await admin.query('select pg_reload_conf()');
  await expect
    .poll(async () => (await admin.query('show synchronous_standby_names')).rows)
    .toEqual([{ synchronous_standby_names: names }]);
}

async function endWait(how: 'pg_cancel_backend' | 'pg_terminate_backend'): Promise<void> {
  const waiting = "select pid from pg_stat_activity where wait_event = 'SyncRep'";
  await expect.poll(async () => (await admin.query(waiting)).rows.length).toBe(1);
  await admin.query(`select ${how}(pid) from (${waiting}) as waiting`);
}

describe('a commit that waits for a standby', () => {
  it.each(['pg_cancel_backend', 'pg_terminate_backend'] as const)(
    'reports an unknown outcome when %s ends the wait for a standby, and doesn’t repeat the commit',
    async (how) => {
      await requireStandby(true);
      let attempts = 0;
      const writing = notes.write((db) => {
        attempts++;
        return db.insertInto('notes').values({ id: 'a' }).execute();
      });
      const failing = expect(writing).rejects.toMatchObject({ code: 'storage-unknown' });
      await endWait(how);
      await failing;
      expect(attempts).toBe(1);
      // This server has committed the row. A standby that takes over wouldn't have the row.
      expect(await notes.read((db) => db.selectFrom('notes').selectAll().execute())).toEqual([
        { id: 'a' },
      ]);
      await requireStandby(false);
      await notes.write((db) => db.insertInto('notes').values({ id: 'b' }).execute());
    },
  );
});

describe('a transaction whose connection ends before its commit', () => {
  it('rejects with storage-busy, and stores no row', async () => {
    const writing = notes.write(async (db) => {
      await db.insertInto('notes').values({ id: 'a' }).execute();
      await admin.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      return db.insertInto('notes').values({ id: 'b' }).execute();
    });
    await expect(writing).rejects.toMatchObject({ code: 'storage-busy' });
    expect(await notes.read((db) => db.selectFrom('notes').selectAll().execute())).toEqual([]);
  });
});
