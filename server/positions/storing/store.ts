import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely';
import type { Address } from 'viem';
import type { TrustedEmitters } from '../../../shared/positions/from-logs.ts';
import type { FencedLease } from '../../database/failover/fenced-lease.ts';
import type { Engine } from '../../database/open.ts';
import { retryTransient } from '../../database/retry-transient.ts';
import {
  type Amendment,
  amendPositions,
  amendQuotations,
  type QuotationAmendment,
} from './amend.ts';
import { type Batch, commitBatch } from './commit-batch.ts';
import type { Cursor } from './cursor.ts';
import { rollBack } from './roll-back.ts';
import type { CheckpointRow, QuotationRow, StoredPosition } from './row-schemas.ts';
import { INDEXER_TABLES, type IndexerTables } from './tables.ts';
import type { ReportUnreadable } from './unreadable.ts';
import { createWriters } from './writers.ts';

/**
 * The writer's access to the database. Each call is one transaction, and throws LeaseLost when
 * another instance has become the writer.
 */
export interface IndexerStore {
  cursor(): Promise<Cursor | undefined>;
  /** Starts at a block. Earlier blocks are never read. */
  begin(cursor: Cursor): Promise<void>;
  /**
   * Stores a range and moves the cursor.
   * @throws CursorMoved
   */
  commit(cursor: Cursor, batch: Batch): Promise<Cursor>;
  /** Undoes all blocks after the checkpoint. @throws CursorMoved */
  rollBack(cursor: Cursor, checkpoint: CheckpointRow): Promise<Cursor>;
  /** Deletes everything. Called when the nodes have another chain. */
  reset(): Promise<void>;
  /** Stores a node's newest block. */
  noteHead(headBlock: number, now: number, isSynced: boolean): Promise<void>;
  /** Returns checkpoints after a block, in order. */
  checkpoints(after: number): Promise<CheckpointRow[]>;
  /** Returns options that can still emit events: open options and recently closed options. */
  aliveOptions(): Promise<Address[]>;
  /** Deletes the undo data of all blocks up to `upTo`. */
  finalize(upTo: number): Promise<void>;
  /** Returns options whose implementation hasn't been read yet. */
  unreadPositions(limit: number): Promise<StoredPosition[]>;
  /** Returns requests whose terms haven't been read yet. */
  unreadQuotations(limit: number): Promise<QuotationRow[]>;
  amendPositions(changes: readonly Amendment[]): Promise<void>;
  amendQuotations(changes: readonly QuotationAmendment[]): Promise<void>;
}

/** Seconds after an option's close during which collateral may still be returned or rescued. */
const EVENTS_AFTER_CLOSE_S = 30 * 86_400;

export function createIndexerStore(deps: {
  readonly db: Kysely<IndexerTables>;
  readonly engine: Engine;
  readonly trusted: TrustedEmitters;
  readonly report: ReportUnreadable;
  readonly guard: FencedLease['guard'];
}): IndexerStore {
  const { db, engine, guard } = deps;
  const writers = createWriters(engine);

  function write<T>(work: (transaction: Transaction<IndexerTables>) => Promise<T>): Promise<T> {
    return retryTransient(() =>
      db.transaction().execute(async (transaction) => {
        await guard(transaction);
        return work(transaction);
      }),
    );
  }

  return {
    async cursor() {
      const row = await db.selectFrom('indexer_cursor').selectAll().executeTakeFirst();
      if (row === undefined) return undefined;
      const { id: _, ...cursor } = row;
      return cursor;
    },
    async begin(cursor) {
      const { block, hash, time } = cursor;
      await write(async (transaction) => {
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto('indexer_cursor')
          .values({ id: 1, ...cursor })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .executeTakeFirst();
        if (numInsertedOrUpdatedRows === 0n) return;
        await writers.checkpoints(transaction, [{ block, hash, time, events: 0 }]);
      });
    },
    commit: (cursor, batch) =>
      write((transaction) => commitBatch(transaction, cursor, batch, { ...deps, writers })),
    rollBack: (cursor, checkpoint) =>
      write((transaction) => rollBack(transaction, cursor, checkpoint, writers)),
    async reset() {
      await write(async (transaction) => {
        // Truncated, because deleting row by row would exceed PostgreSQL's statement timeout.
        if (engine === 'postgres')
          await sql.raw(`truncate table ${INDEXER_TABLES.join(', ')}`).execute(transaction);
        else for (const table of INDEXER_TABLES) await transaction.deleteFrom(table).execute();
      });
    },
    async noteHead(headBlock, now, isSynced) {
      await write(async (transaction) => {
        const head = { head_block: headBlock, head_at: now };
        await transaction.updateTable('indexer_cursor').set(head).where('id', '=', 1).execute();
        if (!isSynced) return;
        await transaction
          .updateTable('indexer_cursor')
          .set({ synced_at: now })
          .where('id', '=', 1)
          .where('synced_at', '=', 0)
          .execute();
      });
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
      return rows.map(({ address }): Address => `0x${address.slice(2)}`);
    },
    async finalize(upTo) {
      await write(async (transaction) => {
        await transaction.deleteFrom('indexer_undo').where('block', '<=', upTo).execute();
        await transaction.deleteFrom('indexer_checkpoints').where('block', '<', upTo).execute();
      });
    },
    // The SQL is literal, because a query planner can't match a partial index with a condition that
    // has a parameter.
    unreadPositions: (limit) =>
      db
        .selectFrom('indexer_positions')
        .selectAll()
        .where(sql<SqlBool>`implementation = ''`)
        .limit(limit)
        .execute(),
    unreadQuotations: (limit) =>
      db
        .selectFrom('indexer_quotations')
        .selectAll()
        .where(sql<SqlBool>`has_terms = 0`)
        .limit(limit)
        .execute(),
    amendPositions: (changes) =>
      write((transaction) => amendPositions(transaction, changes, writers)),
    amendQuotations: (changes) => write((transaction) => amendQuotations(transaction, changes)),
  };
}
