import type { Transaction } from 'kysely';
import { parts } from '../../database/bulk.ts';
import { mergedRollup, type RollupChanges } from './rollups.ts';
import type { RollupRow } from './row-schemas.ts';
import type { IndexerTables } from './tables.ts';
import type { Writers } from './writers.ts';

const KEYS_PER_READ = 512;

/**
 * Adds changes to the stored sums, inside the transaction that makes them. Sums exceed 64 bits,
 * which SQLite can't add, and reading must not get slower with every trade.
 */
export async function writeRollups(
  transaction: Transaction<IndexerTables>,
  writers: Pick<Writers, 'rollups'>,
  rollups: RollupChanges,
): Promise<void> {
  const changes = rollups.changes();
  for (const keys of parts([...changes.keys()], KEYS_PER_READ)) {
    const stored = await transaction
      .selectFrom('indexer_rollups')
      .selectAll()
      .where('key', 'in', keys)
      .execute();
    const byKey = new Map(stored.map((row) => [row.key, row]));
    const rows: RollupRow[] = [];
    const emptied: string[] = [];
    for (const key of keys) {
      const change = changes.get(key);
      const row = change && mergedRollup(byKey.get(key), change);
      if (row !== undefined) rows.push(row);
      else if (byKey.has(key)) emptied.push(key);
    }
    await writers.rollups(transaction, rows);
    if (emptied.length > 0)
      await transaction.deleteFrom('indexer_rollups').where('key', 'in', emptied).execute();
  }
}
