import type { Transaction } from 'kysely';
import { type Cursor, lockIndex, moveCursor } from './cursor.ts';
import type { CheckpointRow } from './row-schemas.ts';
import type { IndexerTables } from './tables.ts';
import { restoreRows } from './undo.ts';
import type { Writers } from './writers.ts';

/** Undoes all blocks after the checkpoint. @throws CursorMoved */
export async function rollBack(
  transaction: Transaction<IndexerTables>,
  cursor: Cursor,
  { block, hash, time }: CheckpointRow,
  writers: Writers,
): Promise<Cursor> {
  await lockIndex(transaction);
  await restoreRows(transaction, writers, block);
  for (const table of ['indexer_undo', 'indexer_events', 'indexer_checkpoints'] as const)
    await transaction.deleteFrom(table).where('block', '>', block).execute();
  await transaction.deleteFrom('indexer_users').where('first_block', '>', block).execute();
  return moveCursor(transaction, cursor, { block, hash, time });
}
