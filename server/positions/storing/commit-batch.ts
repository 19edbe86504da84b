import type { Transaction } from 'kysely';
import type { Hex } from 'viem';
import type { TransactionEvents, TrustedEmitters } from '../../../shared/positions/from-logs.ts';
import type { PositionRecord } from '../../../shared/positions/record.ts';
import { applyBatch, type BatchChanges } from './batch.ts';
import { type Cursor, lockIndex, moveCursor } from './cursor.ts';
import { keptEvents } from './kept-events.ts';
import { knownRows } from './known-rows.ts';
import { implementationColumn, positionRowOf } from './position-row.ts';
import { offerRowOf, quotationRowOf, TERMS } from './quotation-row.ts';
import type { IndexerTables } from './tables.ts';
import { type KnownColumns, undoImages } from './undo.ts';
import type { ReportUnreadable } from './unreadable.ts';
import type { Writers } from './writers.ts';

export interface Batch {
  readonly transactions: readonly TransactionEvents[];
  readonly last: { readonly number: number; readonly hash: Hex; readonly timestamp: number };
  /** Additional checkpoints: blocks with events, and a digest of the events. */
  readonly blocks: readonly {
    readonly number: number;
    readonly hash: Hex;
    readonly timestamp: number;
    readonly digest: number;
  }[];
  /** True if these blocks can still be undone. */
  readonly isUndoable: boolean;
  readonly headBlock: number;
  readonly now: number;
}

/**
 * Stores a range and moves the cursor.
 * @throws CursorMoved
 */
export async function commitBatch(
  transaction: Transaction<IndexerTables>,
  cursor: Cursor,
  batch: Batch,
  deps: {
    readonly writers: Writers;
    readonly trusted: TrustedEmitters;
    readonly report: ReportUnreadable;
  },
): Promise<Cursor> {
  const { writers, trusted, report } = deps;
  const { transactions } = batch;
  await lockIndex(transaction);
  const known = await knownRows(transaction, transactions, report);
  const changes = applyBatch(transactions, known, trusted);
  const moved = await moveCursor(transaction, cursor, nextCursor(cursor, batch, changes));
  if (batch.isUndoable) await writers.undo(transaction, undoImages(changes, known.columns));
  await writePositions(transaction, writers, changes, known.columns);
  await writers.quotations(
    transaction,
    [...changes.quotations].map(([key, { after }]) =>
      quotationRowOf(after, known.columns.terms.get(key) ?? TERMS.unread),
    ),
  );
  await writers.offers(
    transaction,
    [...changes.offers.values()].map(({ after }) => offerRowOf(after)),
  );
  const isKnown = (option: `0x${string}`) =>
    known.positions.has(option) || changes.positions.has(option);
  await writers.events(transaction, keptEvents(transactions, isKnown, trusted));
  await writers.users(transaction, changes.users);
  await writeCheckpoints(transaction, writers, batch);
  return moved;
}

function nextCursor(cursor: Cursor, batch: Batch, changes: BatchChanges) {
  const { last, transactions } = batch;
  const created = [...changes.positions.values()].filter(({ before }) => before === undefined);
  return {
    block: last.number,
    hash: last.hash,
    time: last.timestamp,
    head_block: Math.max(batch.headBlock, last.number),
    head_at: batch.now,
    events: cursor.events + transactions.reduce((sum, { events }) => sum + events.length, 0),
    positions_new: cursor.positions_new + created.length,
    positions_updated: cursor.positions_updated + changes.updates,
  };
}

async function writePositions(
  transaction: Transaction<IndexerTables>,
  writers: Writers,
  changes: BatchChanges,
  { implementations }: KnownColumns,
): Promise<void> {
  const all = [...changes.positions.values()];
  const rowFor = ({ after }: { readonly after: PositionRecord }) =>
    positionRowOf(after, implementationColumn(after, implementations));
  const isProgress = ({ before, after }: (typeof all)[number]) =>
    before !== undefined && haveSameHolders(before, after);
  await writers.positions(transaction, all.filter((one) => !isProgress(one)).map(rowFor));
  await writers.progress(transaction, all.filter(isProgress).map(rowFor));
}

/**
 * Returns true if the writer `progress` covers all changes: the holders stay the same, and the
 * terms were known before.
 */
function haveSameHolders(before: PositionRecord, after: PositionRecord): boolean {
  return (
    before.status !== 'pending_init' &&
    before.buyer === after.buyer &&
    before.seller === after.seller
  );
}

async function writeCheckpoints(
  transaction: Transaction<IndexerTables>,
  writers: Writers,
  { last, blocks, isUndoable }: Batch,
): Promise<void> {
  // Checkpoints of final blocks aren't needed.
  if (!isUndoable)
    await transaction.deleteFrom('indexer_checkpoints').where('block', '<', last.number).execute();
  const points = new Map([{ ...last, digest: 0 }, ...blocks].map((one) => [one.number, one]));
  await writers.checkpoints(
    transaction,
    [...points.values()].map(({ number: block, hash, timestamp: time, digest: events }) => ({
      block,
      hash,
      time,
      events,
    })),
  );
}
