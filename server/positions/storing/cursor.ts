import type { Transaction } from 'kysely';
import type { CursorRow } from './row-schemas.ts';
import type { IndexerTables } from './tables.ts';

export type Cursor = Omit<CursorRow, 'id'>;

/** Thrown when another writer has moved the cursor. Reading then continues from the new cursor. */
export class CursorMoved extends Error {}

/** Locks the index until the transaction ends, so that writers take turns. */
export async function lockIndex(transaction: Transaction<IndexerTables>): Promise<void> {
  await transaction
    .updateTable('indexer_cursor')
    .set((eb) => ({ id: eb.ref('id') }))
    .execute();
}

/**
 * Moves the cursor if no other writer has moved it since the caller read it.
 * @throws CursorMoved
 */
export async function moveCursor(
  transaction: Transaction<IndexerTables>,
  from: Cursor,
  to: Partial<Cursor>,
): Promise<Cursor> {
  const { numUpdatedRows } = await transaction
    .updateTable('indexer_cursor')
    .set(to)
    .where('id', '=', 1)
    .where('block', '=', from.block)
    .where('hash', '=', from.hash)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new CursorMoved('another writer moved the cursor');
  return { ...from, ...to };
}
