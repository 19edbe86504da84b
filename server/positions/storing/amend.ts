import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import type { PositionRecord } from '../../../shared/positions/record.ts';
import { parts } from '../../database/bulk.ts';
import { usersOf } from './batch.ts';
import { lockIndex } from './cursor.ts';
import { KEYS_PER_READ } from './known-rows.ts';
import { positionRowOf } from './position-row.ts';
import type { QuotationRow, StoredPosition } from './row-schemas.ts';
import type { IndexerTables } from './tables.ts';
import type { Writers } from './writers.ts';

export interface Amendment {
  /** The row as it was read. If the row has changed since, the amendment is skipped. */
  readonly before: StoredPosition;
  readonly after: PositionRecord;
  readonly implementation: string;
}

export interface QuotationAmendment {
  /** The row as it was read. If the row has changed since, the amendment is skipped. */
  readonly before: QuotationRow;
  readonly after: Pick<QuotationRow, 'has_terms' | 'body'>;
}

/** Adds facts from the chain to stored positions. */
export async function amendPositions(
  transaction: Transaction<IndexerTables>,
  amendments: readonly Amendment[],
  writers: Writers,
): Promise<void> {
  await lockIndex(transaction);
  const current = new Map<string, StoredPosition>();
  const addresses = amendments.map(({ before }) => before.address);
  for (const some of parts(addresses, KEYS_PER_READ))
    for (const row of await transaction
      .selectFrom('indexer_positions')
      .selectAll()
      .where('address', 'in', some)
      .execute())
      current.set(row.address, row);
  const valid = amendments.filter(({ before }) =>
    isDeepStrictEqual(current.get(before.address), before),
  );
  const wasPending = ({ before }: Amendment) => before.status === 'pending_init';
  const rowFor = ({ after, implementation }: Amendment) => positionRowOf(after, implementation);
  await writers.positions(transaction, valid.filter(wasPending).map(rowFor));
  await writers.progress(transaction, valid.filter((one) => !wasPending(one)).map(rowFor));
  const users = valid
    .filter(({ before, after }) => after.status !== before.status)
    .flatMap(({ after }) => usersOf(after, after.entry));
  // Written one at a time, because a statement must contain each key only once.
  for (const user of users) await writers.users(transaction, [user]);
}

/** Adds terms to stored requests. Rows that have changed since are skipped this time. */
export async function amendQuotations(
  transaction: Transaction<IndexerTables>,
  rows: readonly QuotationAmendment[],
): Promise<void> {
  await lockIndex(transaction);
  for (const { before, after } of rows)
    await transaction
      .updateTable('indexer_quotations')
      .set({ has_terms: after.has_terms, body: after.body })
      .where(({ and }) => and(before))
      .execute();
}
