import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import { CondorError, hasCode } from '../../../shared/errors.ts';
import { type OpenDatabase, openDatabase } from '../../database/open.ts';
import { schemaState } from '../../database/schema-state.ts';
import type { DatabaseTarget } from '../../database/target.ts';
import { createTransactions, type Transactions } from '../../database/transactions.ts';
import { databaseUnusable } from '../../database/unusable.ts';
import { type VaultTables, vaultMigrations } from '../storage/tables.ts';

/** Milliseconds for which a statement waits while the server writes. */
const BUSY_MS = 5000;

/** The vault's database, opened by a command on the host, possibly while the server runs. */
export interface AdminDatabase
  extends Transactions<VaultTables>,
    Pick<OpenDatabase<VaultTables>, 'engine' | 'close'> {}

/**
 * Opens the vault's database without creating or migrating it.
 * @throws CondorError database-unusable, database-older, database-newer
 */
export async function openAdmin(target: DatabaseTarget): Promise<AdminDatabase> {
  if (target.engine === 'sqlite' && !existsSync(target.file))
    throw new CondorError('database-unusable', `there is no database at ${target.file}`);
  const database = openDatabase<VaultTables>(target, { busyTimeoutMs: BUSY_MS });
  try {
    await ensureCurrent(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  return { ...createTransactions(database), engine: database.engine, close: database.close };
}

async function ensureCurrent({ db }: OpenDatabase<VaultTables>): Promise<void> {
  const names = await sql<{ name: string }>`select name from condor_vault_migrations`
    .execute(db)
    .then(({ rows }) => rows.map(({ name }) => name))
    .catch((error: unknown): string[] => {
      // The table is missing. SQLite has one code for many errors; PostgreSQL has a separate code
      // for a missing table.
      if (hasCode(error, 'SQLITE_ERROR') || hasCode(error, '42P01')) return [];
      throw databaseUnusable(error);
    });
  const { state } = schemaState(
    names,
    vaultMigrations.map(({ name }) => name),
  );
  if (state === 'older')
    throw new CondorError(
      'database-older',
      'the database has no tables of this version; start this version of the server once',
    );
  if (state === 'newer')
    throw new CondorError('database-newer', 'the database was written by a later version');
}
