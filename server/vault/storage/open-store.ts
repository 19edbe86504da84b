import { migrate } from '../../database/migrate.ts';
import { openDatabase } from '../../database/open.ts';
import { patiently } from '../../database/patience.ts';
import { createSqliteDriver, type SqliteDriverOptions } from '../../database/sqlite-driver.ts';
import type { DatabaseTarget } from '../../database/target.ts';
import type { VaultStore } from '../store.ts';
import { createSqlVaultStore } from './sql-store.ts';
import { type VaultTables, vaultMigrations } from './tables.ts';

/**
 * Opens the vault's database, brings its tables up to date and gives the store on it. Waits a while
 * for a lock of another process on SQLite.
 * @throws CondorError DATABASE_UNUSABLE, DATABASE_NEWER
 */
export async function openVaultStore(
  target: DatabaseTarget,
  options: { readonly sqlite?: SqliteDriverOptions; readonly connections?: number } = {},
): Promise<VaultStore> {
  await patiently(async () => {
    const database = openDatabase<VaultTables>(target, { busyTimeoutMs: 0 });
    try {
      await migrate(database, 'vault', vaultMigrations);
    } finally {
      await database.close();
    }
  });
  const driver =
    target.engine === 'sqlite'
      ? await patiently(async () => createSqliteDriver(target.file, options.sqlite))
      : (await import('../../database/postgres-driver.ts')).createPostgresDriver(target.url, {
          timeoutMs: 3000,
          connections: options.connections ?? 10,
        });
  return createSqlVaultStore(driver, target.engine);
}
