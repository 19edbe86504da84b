import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { CondorError } from '../../../shared/errors.ts';
import { migrate } from '../../database/migrate.ts';
import { postgresEnd, sqliteEnd } from '../../database/move/move-ends.ts';
import { type MovedTable, moveTables, tablesOf } from '../../database/move/move-tables.ts';
import { openAlone } from '../../database/move/open-alone.ts';
import { openDatabase } from '../../database/open.ts';
import { withoutPartialName } from '../../database/partial-file.ts';
import { syncPath } from '../../database/sync-path.ts';
import { databaseUnusable } from '../../database/unusable.ts';
import { openVaultStore } from '../../vault/storage/open-store.ts';
import { type VaultTables, vaultMigrations } from '../../vault/storage/tables.ts';
import { renameTarget } from './rename-target.ts';

const NAME = 'condor-move';

/**
 * Copies the vault from a PostgreSQL database that no service uses into a new SQLite file. The file
 * gets its name when it is complete on disk.
 * @throws CondorError
 */
export async function moveToSqlite(sourceUrl: string, file: string): Promise<MovedTable[]> {
  if (existsSync(file)) throw new CondorError('move-refused', `${file} is there already`);
  const url = new URL(sourceUrl);
  url.searchParams.set('application_name', NAME);
  const database = openDatabase<VaultTables>({ engine: 'postgres', url: url.href });
  const partial = `${file}.${process.pid}.partial`;
  try {
    await ensureIdleVault(database.db);
    const later = await migrate(database, 'vault', vaultMigrations);
    // The copy would lack the columns that these migrations added.
    if (later.length > 0)
      throw new CondorError('database-newer', 'a later version wrote the vault; use that version');
    const unlimited = database.openUnlimited();
    const moved = await fill(partial, unlimited.db)
      .catch(explain)
      .finally(() => unlimited.close());
    renameSync(partial, file);
    syncPath(dirname(file));
    return moved;
  } catch (error) {
    throw withoutPartialName(error, partial, file);
  } finally {
    await database.close();
    for (const suffix of ['', '-journal', '-wal', '-shm'])
      rmSync(partial + suffix, { force: true });
  }
}

/**
 * Requires that PostgreSQL has a vault, and that no service is connected. An idle service may have
 * no connection, so the host has to stop the service in any case.
 */
async function ensureIdleVault(db: Kysely<VaultTables>): Promise<void> {
  const found = await sql<{ hasVault: boolean; isUsed: boolean }>`
    select to_regclass('accounts') is not null as "hasVault",
      exists (select 1 from pg_stat_activity
        where datname = current_database() and application_name = 'condor') as "isUsed"`
    .execute(db)
    .catch((cause: unknown) => {
      throw databaseUnusable(cause);
    });
  const [row] = found.rows;
  if (!row?.hasVault)
    throw new CondorError('move-refused', 'the database that DATABASE_URL names has no vault');
  if (row.isUsed)
    throw new CondorError(
      'database-in-use',
      'the database that DATABASE_URL names is in use; stop the services',
    );
}

async function fill(file: string, source: Kysely<VaultTables>): Promise<MovedTable[]> {
  await (await openVaultStore({ engine: 'sqlite', file })).close();
  const handle = openAlone(file);
  try {
    const tables = tablesOf(handle);
    const moved = await source
      .transaction()
      .execute(async (transaction) =>
        moveTables(tables, await postgresEnd(transaction, tables), sqliteEnd(handle)),
      );
    handle.exec('commit');
    return moved;
  } finally {
    handle.close();
    syncPath(file);
  }
}

function explain(cause: unknown): never {
  const isOfTarget =
    cause instanceof Error && 'code' in cause && String(cause.code).startsWith('SQLITE_');
  if (isOfTarget) renameTarget(cause);
  throw databaseUnusable(cause);
}
