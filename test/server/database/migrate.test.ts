import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Migration, migrate } from '../../../server/database/migrate.ts';
import { openDatabase } from '../../../server/database/open.ts';
import type { DatabaseTarget } from '../../../server/database/target.ts';
import { startPostgres, type TestPostgres } from '../../helpers/postgres.ts';

interface Tables {
  things: { id: number };
}
const first: Migration<Tables> = {
  name: '001-things',
  async up(db) {
    await sql`create table things (id integer primary key)`.execute(db);
  },
};
const second: Migration<Tables> = {
  name: '002-more',
  async up(db) {
    await db.insertInto('things').values({ id: 2 }).execute();
  },
};
const failing: Migration<Tables> = {
  name: '003-broken',
  async up(db) {
    await db.insertInto('things').values({ id: 3 }).execute();
    await sql`insert into nowhere values (1)`.execute(db);
  },
};

let postgres: TestPostgres;
const directory = mkdtempSync(join(tmpdir(), 'condor-migrate-'));
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(async () => {
  await postgres.stop();
  rmSync(directory, { recursive: true });
});

const TARGETS: Record<string, (name: string) => Promise<DatabaseTarget>> = {
  SQLite: async (name) => ({ engine: 'sqlite', file: join(directory, `${name}.db`) }),
  PostgreSQL: async (name) => ({ engine: 'postgres', url: await postgres.createDatabase(name) }),
};

describe.each(Object.entries(TARGETS))('migrations on %s', (_name, target) => {
  it('run once each, in order, for each service by itself', async () => {
    const { db, engine, close } = openDatabase<Tables>(await target('once'));
    await migrate(db, engine, 'a', [first]);
    await migrate(db, engine, 'a', [first, second]);
    await migrate(db, engine, 'a', [first, second]);
    await migrate(db, engine, 'b', []);
    expect(await db.selectFrom('things').selectAll().execute()).toEqual([{ id: 2 }]);
    await close();
  });

  it('happen wholly or not at all', async () => {
    const { db, engine, close } = openDatabase<Tables>(await target('whole'));
    await migrate(db, engine, 'a', [first]);
    await expect(migrate(db, engine, 'a', [first, second, failing])).rejects.toMatchObject({
      code: 'DATABASE_UNUSABLE',
    });
    expect(await db.selectFrom('things').selectAll().execute()).toEqual([]);
    await migrate(db, engine, 'a', [first, second]);
    await close();
  });

  it('refuse a database that a later version wrote', async () => {
    const { db, engine, close } = openDatabase<Tables>(await target('later'));
    await migrate(db, engine, 'a', [first, second]);
    await expect(migrate(db, engine, 'a', [first])).rejects.toMatchObject({
      code: 'DATABASE_NEWER',
    });
    await close();
  });
});

it('run once when several instances start on one PostgreSQL together', async () => {
  const url = await postgres.createDatabase('together');
  const instances = Array.from({ length: 5 }, () =>
    openDatabase<Tables>({ engine: 'postgres', url }),
  );
  await Promise.all(instances.map(({ db, engine }) => migrate(db, engine, 'a', [first, second])));
  const rows = await instances[0]?.db.selectFrom('things').selectAll().execute();
  expect(rows).toEqual([{ id: 2 }]);
  await Promise.all(instances.map(({ close }) => close()));
});
