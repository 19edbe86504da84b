import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { CondorError } from '../../shared/errors.ts';
import type { Engine, OpenDatabase } from './open.ts';
import { retryWhileLocked } from './retry-while-locked.ts';
import { databaseUnusable } from './unusable.ts';

export interface Migration<Tables> {
  /** Unique within the service, in the order of the alphabet, never changed once released. */
  readonly name: string;
  /** Runs inside the transaction of all pending migrations. */
  up(db: Kysely<Tables>, engine: Engine): Promise<void>;
}

/**
 * Brings a service's tables up to date by Kysely's migrator, in one transaction: all or nothing,
 * however long it takes. Several instances may start at once.
 * @throws CondorError DATABASE_NEWER when the database was written by a later version of the
 *   service, DATABASE_UNUSABLE when it does not answer or refuses
 */
export async function migrate<Tables>(
  database: OpenDatabase<Tables>,
  service: string,
  migrations: readonly Migration<Tables>[],
): Promise<void> {
  const { db, close } = database.openUnlimited();
  const table = `condor_${service}_migrations`;
  const provider = {
    getMigrations: async () =>
      Object.fromEntries(
        migrations.map(({ name, up }) => [
          name,
          { up: (transaction: Kysely<Tables>) => up(transaction, database.engine) },
        ]),
      ),
  };
  const migrator = new Migrator({
    db,
    provider,
    migrationTableName: table,
    migrationLockTableName: 'condor_migrations_lock',
  });
  try {
    // On SQLite the second of two instances finds that the first has written meanwhile.
    await retryWhileLocked(async () => {
      await adoptOlderTable(db, service, table);
      const { error } = await migrator.migrateToLatest();
      if (error !== undefined) throw error;
    });
  } catch (cause) {
    throw (await isNewer(db, table, migrations))
      ? new CondorError(
          'DATABASE_NEWER',
          `the database of ${service} was written by a later version; run that version or restore a backup`,
        )
      : databaseUnusable(cause);
  } finally {
    await close();
  }
}

/** Whether a migration was applied that this version doesn't know. */
async function isNewer<Tables>(
  db: Kysely<Tables>,
  table: string,
  migrations: readonly Migration<Tables>[],
): Promise<boolean> {
  // A database that doesn't answer here either isn't newer, but unusable.
  const applied = await sql<{ name: string }>`select name from ${sql.table(table)}`
    .execute(db)
    .catch(() => ({ rows: [] }));
  return applied.rows.some(({ name }) => migrations.every((known) => known.name !== name));
}

/** The name in the older table that makes versions which read it refuse the database. */
const MOVED = 'moved to a table for each service';

/** Takes over the names of migrations that versions before Kysely's migrator have applied. */
async function adoptOlderTable<Tables>(
  db: Kysely<Tables>,
  service: string,
  table: string,
): Promise<void> {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === 'condor_migrations')) return;
  await db.transaction().execute(async (transaction) => {
    // Makes instances that start together take turns.
    await sql`update condor_migrations set name = name`.execute(transaction);
    await sql`create table if not exists ${sql.table(table)} (
        name varchar(255) not null primary key, timestamp varchar(255) not null
      )`.execute(transaction);
    await sql`insert into ${sql.table(table)} (name, timestamp)
        select name, '2026-01-01T00:00:00.000Z' from condor_migrations
        where service = ${service} and name <> ${MOVED}
        on conflict (name) do nothing`.execute(transaction);
    await sql`insert into condor_migrations (service, name)
        select distinct service, ${MOVED} from condor_migrations where service = ${service}
        on conflict (service, name) do nothing`.execute(transaction);
  });
}
