import { type Kysely, type RawBuilder, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { CondorError } from '../../shared/errors.ts';
import { ensureSettings } from './failover/ensure-settings.ts';
import type { Engine, OpenDatabase } from './open.ts';
import { retryTransient } from './retry-transient.ts';
import { schemaState } from './schema-state.ts';
import { databaseUnusable } from './unusable.ts';

export interface Migration<Tables> {
  /**
   * `NUMBER-WORDS` or `NUMBER-from-NUMBER-WORDS`; unique within the service, in alphabetical order,
   * never changed after a release. Versions that know the migration with the second number, or a
   * later one, also work after this migration. For example, `002-from-001-add-color` adds a column
   * that replaces an old column, and instances of the previous release keep serving. One release
   * later, `003-from-002-drop-paint` removes the old column, which only versions before 002 use.
   * Without a second number, older versions no longer start.
   */
  readonly name: string;
  /** Runs inside the transaction of all pending migrations. */
  up(db: Kysely<Tables>, engine: Engine): Promise<void>;
}

/**
 * Migrates a service's tables with Kysely's migrator in one transaction, without a time limit.
 * Several instances may start at the same time. Returns the names of migrations of later versions
 * that this version works with.
 * @throws CondorError database-newer when a later version wrote the database, database-unusable
 * when the database doesn't respond or refuses
 */
export async function migrate<Tables>(
  database: OpenDatabase<Tables>,
  service: string,
  migrations: readonly Migration<Tables>[],
): Promise<readonly string[]> {
  await ensureSettings(database);
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
  let schema: string | undefined;
  try {
    schema = database.engine === 'postgres' ? await currentSchema(db) : undefined;
    const migrator = new Migrator({
      db,
      provider,
      migrationTableName: table,
      migrationLockTableName: 'condor_migrations_lock',
      // Without the schema, Kysely finds a table of the same name in another schema.
      ...(schema === undefined ? {} : { migrationTableSchema: schema }),
    });
    // On SQLite, the second of two instances that start together finds the migrations done.
    await retryTransient(async () => {
      const { error } = await migrator.migrateToLatest();
      if (error !== undefined) throw error;
    });
    return [];
  } catch (cause) {
    // Distinguishes a database that doesn't respond (unusable) from a database of a later version.
    const qualified = schema === undefined ? sql.table(table) : sql.id(schema, table);
    const applied = await appliedNames(db, qualified).catch(() => []);
    const found = schemaState(applied, namesOf(migrations));
    if (found.state === 'usable') return found.later;
    throw found.state === 'older' ? databaseUnusable(cause) : databaseNewer(service);
  } finally {
    await close();
  }
}

/** Returns the schema in which PostgreSQL creates tables, if the search path has such a schema. */
async function currentSchema<Tables>(db: Kysely<Tables>): Promise<string | undefined> {
  const { rows } = await sql<{ name: string | null }>`select current_schema() as name`.execute(db);
  return rows[0]?.name ?? undefined;
}

async function appliedNames<Tables>(
  db: Kysely<Tables>,
  table: RawBuilder<unknown>,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from ${table}`.execute(db);
  return rows.map(({ name }) => name);
}

function namesOf(migrations: readonly { readonly name: string }[]): string[] {
  return migrations.map(({ name }) => name);
}

function databaseNewer(service: string): CondorError {
  return new CondorError(
    'database-newer',
    `the database of ${service} was written by a later version; run that version or restore a backup`,
  );
}

/**
 * Requires a database that this version can read, for an instance that doesn't migrate.
 * @throws CondorError database-unusable, database-newer
 */
export async function ensureMigrated<Tables>(
  { db }: Pick<OpenDatabase<Tables>, 'db'>,
  service: string,
  migrations: readonly Migration<Tables>[],
): Promise<void> {
  const table = sql.table(`condor_${service}_migrations`);
  const { rows } = await sql<{ name: string }>`select name from ${table}`
    .execute(db)
    .catch((cause: unknown) => {
      throw databaseUnusable(cause);
    });
  const found = schemaState(
    rows.map(({ name }) => name),
    namesOf(migrations),
  );
  if (found.state === 'usable') return;
  if (found.state === 'newer') throw databaseNewer(service);
  throw new CondorError(
    'database-unusable',
    `the database of ${service} isn't migrated yet; start an instance of this version that writes first`,
  );
}
