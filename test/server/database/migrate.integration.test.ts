import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureMigrated, type Migration, migrate } from '../../../server/database/migrate.ts';
import { openDatabase } from '../../../server/database/open.ts';
import type { DatabaseTarget } from '../../../server/database/target.ts';
import { ORDERS_MIGRATIONS } from '../../../server/orders/tables.ts';
import { INDEXER_MIGRATIONS } from '../../../server/positions/storing/migrations.ts';
import { vaultMigrations } from '../../../server/vault/storage/tables.ts';
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
  it('runs a service’s migrations once and in order, and accepts a service without migrations', async () => {
    const database = openDatabase<Tables>(await target('once'));
    await migrate(database, 'a', [first]);
    await migrate(database, 'a', [first, second]);
    await migrate(database, 'a', [first, second]);
    await migrate(database, 'b', []);
    expect(await database.db.selectFrom('things').selectAll().execute()).toEqual([{ id: 2 }]);
    await database.close();
  });

  it('commits all migrations or none', async () => {
    const database = openDatabase<Tables>(await target('whole'));
    await migrate(database, 'a', [first]);
    await expect(migrate(database, 'a', [first, second, failing])).rejects.toMatchObject({
      code: 'database-unusable',
    });
    expect(await database.db.selectFrom('things').selectAll().execute()).toEqual([]);
    await migrate(database, 'a', [first, second]);
    await database.close();
  });

  it('rejects a database that a later version wrote', async () => {
    const database = openDatabase<Tables>(await target('later'));
    await migrate(database, 'a', [first, second]);
    await expect(migrate(database, 'a', [first])).rejects.toMatchObject({
      code: 'database-newer',
    });
    await database.close();
  });

  const named = (name: string): Migration<Tables> => ({ name, up: async () => undefined });

  it('accepts a database with later, compatible migrations', async () => {
    const database = openDatabase<Tables>(await target('expanded'));
    await migrate(database, 'a', [first, second, named('003-from-001-expand')]);
    await migrate(database, 'a', [first, second]);
    expect(await database.db.selectFrom('things').selectAll().execute()).toEqual([{ id: 2 }]);
    await database.close();
  });

  it('rejects a later migration that requires a migration unknown to this version', async () => {
    const database = openDatabase<Tables>(await target('contracted'));
    const [expand, contract] = [named('003-from-001-expand'), named('004-from-003-contract')];
    await migrate(database, 'a', [first, second, expand, contract]);
    await migrate(database, 'a', [first, second, expand]);
    await expect(migrate(database, 'a', [first, second])).rejects.toMatchObject({
      code: 'database-newer',
    });
    await database.close();
  });

  it('an instance that only reads rejects a database that is too old or too new, and accepts a compatible database', async () => {
    const database = openDatabase<Tables>(await target('read'));
    const versions = [first, second, named('003-from-001-expand'), named('004-from-003-contract')];
    await migrate(database, 'a', versions.slice(0, 2));
    await expect(ensureMigrated(database, 'a', versions.slice(0, 3))).rejects.toMatchObject({
      code: 'database-unusable',
    });
    await migrate(database, 'a', versions.slice(0, 3));
    await ensureMigrated(database, 'a', versions.slice(0, 2));
    await migrate(database, 'a', versions);
    await expect(ensureMigrated(database, 'a', versions.slice(0, 2))).rejects.toMatchObject({
      code: 'database-newer',
    });
    await database.close();
  });

  it('applies each migration once when instances start together', async () => {
    const place = await target('together');
    const instances = Array.from({ length: 5 }, () =>
      openDatabase<Tables>(place, { busyTimeoutMs: 0 }),
    );
    await Promise.all(instances.map((database) => migrate(database, 'a', [first, second])));
    const rows = await instances[0]?.db.selectFrom('things').selectAll().execute();
    expect(rows).toEqual([{ id: 2 }]);
    await Promise.all(instances.map(({ close }) => close()));
  });
});

it('runs migrations without the statement timeout on PostgreSQL', async () => {
  const url = await postgres.createDatabase('slow');
  const settings = openDatabase<Tables>({ engine: 'postgres', url });
  await sql`alter database slow set statement_timeout = 1500`.execute(settings.db);
  await settings.close();
  const database = openDatabase<Tables>({ engine: 'postgres', url }, { timeoutMs: 1500 });
  const slow: Migration<Tables> = {
    name: '001-slow',
    async up(db) {
      // Longer than the server's timeout, and than the client's timeout, which is one second
      // longer.
      await sql`select pg_sleep(2.7)`.execute(db);
      await sql`create table things (id integer primary key)`.execute(db);
    },
  };
  await expect(sql`select pg_sleep(2.7)`.execute(database.db)).rejects.toMatchObject({
    code: '57014',
  });
  await migrate(database, 'a', [slow]);
  expect(await database.db.selectFrom('things').selectAll().execute()).toEqual([]);
  await database.close();
});

describe('two schemas of one PostgreSQL database', () => {
  const targetsIn = async (name: string) => {
    const url = await postgres.createDatabase(name);
    const admin = openDatabase<Tables>({ engine: 'postgres', url });
    const inSchema = async (schema: string): Promise<DatabaseTarget> => {
      await sql`create schema ${sql.id(schema)}`.execute(admin.db);
      const own = new URL(url);
      own.searchParams.set('options', `-c search_path=${schema},public`);
      return { engine: 'postgres', url: own.href };
    };
    return { admin, inSchema };
  };
  const readRows = async (target: DatabaseTarget) => {
    const database = openDatabase<Tables>(target);
    await migrate(database, 'a', [first, second]);
    const rows = await database.db.selectFrom('things').selectAll().execute();
    await database.close();
    return rows;
  };

  it('applies each instance’s migrations in its own schema', async () => {
    const { admin, inSchema } = await targetsIn('schemas');
    expect(await readRows(await inSchema('one'))).toEqual([{ id: 2 }]);
    const other = await inSchema('two');
    expect(await readRows(other)).toEqual([{ id: 2 }]);
    expect(await readRows(other)).toEqual([{ id: 2 }]);
    await admin.close();
  });

  it('doesn’t mistake another schema’s migrations for later migrations of the instance’s schema', async () => {
    const { admin, inSchema } = await targetsIn('schemas_newer');
    await sql`create table condor_a_migrations (name text)`.execute(admin.db);
    await sql`insert into condor_a_migrations values ('009-unknown')`.execute(admin.db);
    const database = openDatabase<Tables>(await inSchema('own'));
    await expect(migrate(database, 'a', [first, failing])).rejects.toMatchObject({
      code: 'database-unusable',
    });
    await Promise.all([admin, database].map(({ close }) => close()));
  });
});

it.each([
  ['vault', vaultMigrations],
  ['orders', ORDERS_MIGRATIONS],
  ['indexer', INDEXER_MIGRATIONS],
] as const)(
  'the migrations of the %s service are in order, and their names are a number followed by words',
  (_, migrations) => {
    const names = migrations.map(({ name }) => name);
    expect(names).toEqual([...names].sort());
    for (const name of names) expect(name).toMatch(/^\d{3}-(from-\d{3}-)?[a-z-]+$/);
  },
);
