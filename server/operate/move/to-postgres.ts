import { migrate } from '../../database/migrate.ts';
import { postgresEnd, sqliteEnd } from '../../database/move/move-ends.ts';
import { type MovedTable, moveTables, tablesOf } from '../../database/move/move-tables.ts';
import { openAlone } from '../../database/move/open-alone.ts';
import { openDatabase } from '../../database/open.ts';
import type { DatabaseTarget } from '../../database/target.ts';
import { openVaultStore } from '../../vault/storage/open-store.ts';
import { type VaultTables, vaultMigrations } from '../../vault/storage/tables.ts';
import { renameTarget } from './rename-target.ts';

/**
 * Copies the vault from a SQLite file that no other process uses to a PostgreSQL database without
 * rows: completely, or not at all.
 * @throws CondorError
 */
export async function moveToPostgres(file: string, target: DatabaseTarget): Promise<MovedTable[]> {
  openAlone(file).close();
  // Opening the store migrates a file of an earlier version.
  await (await openVaultStore({ engine: 'sqlite', file })).close();
  const handle = openAlone(file);
  const database = openDatabase<VaultTables>(target);
  try {
    await migrate(database, 'vault', vaultMigrations).catch(renameTarget);
    const unlimited = database.openUnlimited();
    try {
      const tables = tablesOf(handle);
      return await unlimited.db
        .transaction()
        .execute(async (transaction) =>
          moveTables(tables, sqliteEnd(handle), await postgresEnd(transaction, tables)),
        )
        .catch(renameTarget);
    } finally {
      await unlimited.close();
    }
  } finally {
    await database.close();
    handle.close();
  }
}
