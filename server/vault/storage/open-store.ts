import type { DatabaseMetrics } from '../../database/database-metrics.ts';
import { migrate } from '../../database/migrate.ts';
import { openDatabase } from '../../database/open.ts';
import { retryTransient } from '../../database/retry-transient.ts';
import type { DatabaseTarget } from '../../database/target.ts';
import type { VaultStore } from '../store.ts';
import type { DatabaseClock } from './database-clock.ts';
import { createSqlVaultStore } from './sql-store.ts';
import { type VaultTables, vaultMigrations } from './tables.ts';

/** Maximum wait for the database in a request, in milliseconds. */
const TIMEOUT_MS = 3000;

/**
 * Opens the vault's database, migrates the tables, and returns the store. On SQLite, waits some
 * time while another process has the lock.
 * @throws CondorError database-unusable, database-newer
 */
export async function openVaultStore(
  target: DatabaseTarget,
  metrics?: DatabaseMetrics,
  clock?: DatabaseClock,
): Promise<VaultStore> {
  return retryTransient(async () => {
    const database = openDatabase<VaultTables>(target, {
      busyTimeoutMs: 0,
      timeoutMs: TIMEOUT_MS,
      sharesFlushes: true,
    });
    try {
      await migrate(database, 'vault', vaultMigrations);
    } catch (error) {
      await database.close();
      throw error;
    }
    metrics?.watch('vault', database);
    return createSqlVaultStore(
      database,
      (milliseconds) => metrics?.flushed('vault', milliseconds),
      clock,
    );
  });
}
