import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely';
import type { Address, Hex } from 'viem';
import type { TransactionEvents, TrustedEmitters } from '../../shared/positions/from-logs.ts';
import type { Offer, Quotation } from '../../shared/positions/quotation.ts';
import type { PositionRecord } from '../../shared/positions/record.ts';
import { parts } from '../database/bulk.ts';
import type { Engine } from '../database/open.ts';
import { retryWhileLocked } from '../database/retry-while-locked.ts';
import { applyBatch, touchedOptions, touchedQuotations } from './batch.ts';
import { keptEvents } from './kept-events.ts';
import { implementationColumn, recordOf, rowOf } from './position-row.ts';
import { offerOf, offerRowOf, quotationOf, quotationRowOf, TERMS } from './quotation-row.ts';
import { createStatisticsChanges } from './rollups.ts';
import { writeStatistics } from './statistics-store.ts';
import type {
  CheckpointRow,
  CursorRow,
  IndexerTables,
  PositionRow,
  QuotationRow,
} from './tables.ts';
import { restoredRows, undoImages } from './undo.ts';
import { createWriters } from './writers.ts';

export type Cursor = Omit<CursorRow, 'id'>;

/** A range of blocks on its way into the database. */
export interface Batch {
  readonly transactions: readonly TransactionEvents[];
  readonly last: { readonly number: number; readonly hash: Hex; readonly timestamp: number };
  /** Further points to go back to: blocks in which something happened, and how many events. */
  readonly blocks: readonly {
    readonly number: number;
    readonly hash: Hex;
    readonly timestamp: number;
    readonly events: number;
  }[];
  /** Whether these blocks may still be undone. */
  readonly isUndoable: boolean;
  readonly headBlock: number;
  readonly now: number;
}

/** Thrown when another writer moved the cursor: what was read is thrown away and read again. */
export class CursorMoved extends Error {}

/** Everything that the writer does to the database; each call is one transaction. */
export interface IndexerStore {
  cursor(): Promise<Cursor | undefined>;
  /** Begins at a block; nothing before it is ever read. */
  begin(cursor: Cursor): Promise<void>;
  /** Adds a range and moves the cursor. @throws CursorMoved */
  commit(cursor: Cursor, batch: Batch): Promise<Cursor>;
  /** Undoes all blocks after the checkpoint. @throws CursorMoved */
  rollBack(cursor: Cursor, checkpoint: CheckpointRow): Promise<Cursor>;
  /** Forgets everything: the chain is another one. */
  reset(): Promise<void>;
  /** Notes what a node says about its newest block. */
  noteHead(headBlock: number, now: number, isSynced: boolean): Promise<void>;
  /** Checkpoints after a block, in order. */
  checkpoints(after: number): Promise<CheckpointRow[]>;
  /** Options that may still emit events: those not closed, and those closed lately. */
  aliveOptions(): Promise<Address[]>;
  /** Forgets how blocks up to this one could be undone. */
  settle(upTo: number): Promise<void>;
  /** Replaces positions outside of any block, by what was read from the chain about them. */
  amend(changes: readonly Amendment[]): Promise<void>;
  /** Adds the terms that were read; a row that has changed since is left for the next time. */
  amendQuotations(
    rows: readonly (Pick<QuotationRow, 'key' | 'has_terms' | 'body'> & {
      readonly before: string;
    })[],
  ): Promise<void>;
}

export interface Amendment {
  /** The row as it was read; the amendment is dropped when it has changed since. */
  readonly before: PositionRow;
  readonly after: PositionRecord;
  readonly implementation: string;
}

const KEYS_PER_READ = 512;
/** Collateral may be returned or rescued for so long after an option closed, in seconds. */
const EVENTS_AFTER_CLOSE_S = 30 * 86_400;

export function createIndexerStore(
  db: Kysely<IndexerTables>,
  engine: Engine,
  trusted: TrustedEmitters,
): IndexerStore {
  const writers = createWriters(engine);

  function write<T>(work: (transaction: Transaction<IndexerTables>) => Promise<T>): Promise<T> {
    return retryWhileLocked(() => db.transaction().execute(work));
  }

  /** All writers take turns here: what one reads after it, no other changes before its end. */
  async function lock(transaction: Transaction<IndexerTables>): Promise<void> {
    await transaction
      .updateTable('indexer_cursor')
      .set((eb) => ({ id: eb.ref('id') }))
      .execute();
  }

  /** Moves the cursor if it still stands where the caller saw it; this is what fences writers off. */
  async function move(
    transaction: Transaction<IndexerTables>,
    from: Cursor,
    to: Partial<Cursor>,
  ): Promise<void> {
    const { numUpdatedRows } = await transaction
      .updateTable('indexer_cursor')
      .set(to)
      .where('id', '=', 1)
      .where('block', '=', from.block)
      .where('hash', '=', from.hash)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new CursorMoved('another writer moved the cursor');
  }

  async function knownOf(
    transaction: Transaction<IndexerTables>,
    transactions: readonly TransactionEvents[],
  ) {
    const positions = new Map<Address, PositionRecord>();
    const implementations = new Map<string, string>();
    for (const addresses of parts(touchedOptions(transactions), KEYS_PER_READ))
      for (const row of await transaction
        .selectFrom('indexer_positions')
        .selectAll()
        .where('address', 'in', addresses)
        .execute()) {
        positions.set(row.address as Address, recordOf(row));
        implementations.set(row.address, row.implementation);
      }
    const quotations = new Map<string, Quotation>();
    const terms = new Map<string, number>();
    const offers = new Map<string, Offer>();
    for (const keys of parts(touchedQuotations(transactions), KEYS_PER_READ)) {
      for (const row of await transaction
        .selectFrom('indexer_quotations')
        .selectAll()
        .where('key', 'in', keys)
        .execute()) {
        quotations.set(row.key, quotationOf(row));
        terms.set(row.key, row.has_terms);
      }
      for (const row of await transaction
        .selectFrom('indexer_offers')
        .selectAll()
        .where('quotation', 'in', keys)
        .execute())
        offers.set(row.key, offerOf(row));
    }
    return { positions, quotations, offers, columns: { implementations, terms } };
  }

  return {
    async cursor() {
      const row = await db.selectFrom('indexer_cursor').selectAll().executeTakeFirst();
      if (row === undefined) return undefined;
      const { id: _, ...cursor } = row;
      return cursor;
    },
    async begin(cursor) {
      await write((transaction) =>
        transaction
          .insertInto('indexer_cursor')
          .values({ id: 1, ...cursor })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .execute(),
      );
    },
    commit: (cursor, batch) =>
      write(async (transaction) => {
        const { last, transactions } = batch;
        await lock(transaction);
        const known = await knownOf(transaction, transactions);
        const changes = applyBatch(transactions, known, trusted);
        const statistics = createStatisticsChanges();
        for (const { before, after } of changes.positions.values())
          statistics.replace(before, after);
        for (const { before, after } of changes.quotations.values())
          statistics.replaceQuotation(before, after);
        for (const { before, after } of changes.offers.values())
          statistics.replaceOffer(before, after);
        const kept = keptEvents(
          transactions,
          (option) => known.positions.has(option) || changes.positions.has(option),
          trusted,
        );
        const created = [...changes.positions.values()].filter(
          ({ before }) => before === undefined,
        );
        const next = {
          block: last.number,
          hash: last.hash,
          time: last.timestamp,
          head_block: Math.max(batch.headBlock, last.number),
          head_at: batch.now,
          events: cursor.events + transactions.reduce((sum, { events }) => sum + events.length, 0),
          positions_new: cursor.positions_new + created.length,
          positions_updated: cursor.positions_updated + changes.updates,
        };
        await move(transaction, cursor, next);
        if (batch.isUndoable) await writers.undo(transaction, undoImages(changes, known.columns));
        const rows = [...changes.positions.values()].map(({ before, after }) => ({
          isProgress: before !== undefined && haveSameHolders(before, after),
          row: rowOf(after, implementationColumn(after, known.columns.implementations)),
        }));
        await writers.positions(transaction, rowsWhere(rows, false));
        await writers.progress(transaction, rowsWhere(rows, true));
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
        await writers.events(transaction, kept);
        await writeStatistics(transaction, writers, statistics);
        // Blocks that cannot be undone leave no earlier point to go back to.
        if (!batch.isUndoable)
          await transaction
            .deleteFrom('indexer_checkpoints')
            .where('block', '<', last.number)
            .execute();
        const points = new Map(
          [{ ...last, events: 0 }, ...batch.blocks].map((block) => [block.number, block]),
        );
        await writers.checkpoints(
          transaction,
          [...points.values()].map(({ number: block, hash, timestamp: time, events }) => ({
            block,
            hash,
            time,
            events,
          })),
        );
        return { ...cursor, ...next };
      }),
    rollBack: (cursor, checkpoint) =>
      write(async (transaction) => {
        await lock(transaction);
        const restored = await restoredRows(transaction, checkpoint.block);
        const statistics = createStatisticsChanges();
        for (const { before, after } of restored.positions) statistics.replace(before, after);
        for (const { before, after } of restored.quotations)
          statistics.replaceQuotation(before, after);
        for (const { before, after } of restored.offers) statistics.replaceOffer(before, after);
        await writers.positions(transaction, restored.positionRows);
        await writers.quotations(transaction, restored.quotationRows);
        await writers.offers(transaction, restored.offerRows);
        await writeStatistics(transaction, writers, statistics);
        for (const table of ['indexer_undo', 'indexer_events', 'indexer_checkpoints'] as const)
          await transaction.deleteFrom(table).where('block', '>', checkpoint.block).execute();
        const next = {
          block: checkpoint.block,
          hash: checkpoint.hash,
          time: checkpoint.time,
        };
        await move(transaction, cursor, next);
        return { ...cursor, ...next };
      }),
    async reset() {
      await write(async (transaction) => {
        // Deleting row by row takes longer than PostgreSQL lets a statement run.
        if (engine === 'postgres')
          await sql.raw(`truncate table ${ALL_TABLES.join(', ')}`).execute(transaction);
        else for (const table of ALL_TABLES) await transaction.deleteFrom(table).execute();
      });
    },
    async noteHead(headBlock, now, isSynced) {
      await retryWhileLocked(() =>
        db
          .updateTable('indexer_cursor')
          .set({ head_block: headBlock, head_at: now })
          .where('id', '=', 1)
          .execute(),
      );
      if (isSynced)
        await retryWhileLocked(() =>
          db
            .updateTable('indexer_cursor')
            .set({ synced_at: now })
            .where('id', '=', 1)
            .where('synced_at', '=', 0)
            .execute(),
        );
    },
    checkpoints: (after) =>
      db
        .selectFrom('indexer_checkpoints')
        .selectAll()
        .where('block', '>=', after)
        .orderBy('block')
        .execute(),
    async aliveOptions() {
      const cursor = await db.selectFrom('indexer_cursor').select('time').executeTakeFirst();
      const rows = await db
        .selectFrom('indexer_positions')
        .select('address')
        .where((eb) =>
          eb.or([
            sql<SqlBool>`status in ('open', 'pending_init')`,
            eb('close_time', '>', (cursor?.time ?? 0) - EVENTS_AFTER_CLOSE_S),
          ]),
        )
        .execute();
      return rows.map(({ address }) => address as Address);
    },
    async settle(upTo) {
      await write(async (transaction) => {
        await transaction.deleteFrom('indexer_undo').where('block', '<=', upTo).execute();
        await transaction.deleteFrom('indexer_checkpoints').where('block', '<', upTo).execute();
      });
    },
    async amend(amendments) {
      await write(async (transaction) => {
        await lock(transaction);
        const current = new Map<string, string>();
        for (const addresses of parts(
          amendments.map(({ before }) => before.address),
          KEYS_PER_READ,
        ))
          for (const { address, body } of await transaction
            .selectFrom('indexer_positions')
            .select(['address', 'body'])
            .where('address', 'in', addresses)
            .execute())
            current.set(address, body);
        const valid = amendments.filter(
          ({ before }) => current.get(before.address) === before.body,
        );
        const statistics = createStatisticsChanges();
        for (const { before, after } of valid) statistics.replace(recordOf(before), after);
        const rows = valid.map(({ before, after, implementation }) => ({
          isProgress: before.status !== 'pending_init',
          row: rowOf(after, implementation),
        }));
        await writers.positions(transaction, rowsWhere(rows, false));
        await writers.progress(transaction, rowsWhere(rows, true));
        await writeStatistics(transaction, writers, statistics);
      });
    },
    async amendQuotations(rows) {
      await write(async (transaction) => {
        await lock(transaction);
        for (const { key, has_terms, body, before } of rows)
          await transaction
            .updateTable('indexer_quotations')
            .set({ has_terms, body })
            .where('key', '=', key)
            .where('body', '=', before)
            .execute();
      });
    },
  };
}

/** What `progress` does not write again: the holders, and terms that were not known before. */
function haveSameHolders(before: PositionRecord, after: PositionRecord): boolean {
  return (
    before.status !== 'pending_init' &&
    before.buyer === after.buyer &&
    before.seller === after.seller
  );
}

function rowsWhere(
  rows: readonly { readonly isProgress: boolean; readonly row: PositionRow }[],
  isProgress: boolean,
): PositionRow[] {
  return rows.flatMap((one) => (one.isProgress === isProgress ? [one.row] : []));
}

const ALL_TABLES = [
  'indexer_positions',
  'indexer_quotations',
  'indexer_offers',
  'indexer_events',
  'indexer_undo',
  'indexer_checkpoints',
  'indexer_cursor',
  'indexer_rollups',
  'indexer_users',
  'indexer_counts',
] as const;
