import { type Kysely, type SqlBool, sql } from 'kysely';
import type { PositionRecord } from '../../../shared/positions/record.ts';
import type { Side } from '../../../shared/positions/value.ts';
import { positionOf } from '../storing/position-row.ts';
import type { StoredPosition } from '../storing/row-schemas.ts';
import type { IndexerTables } from '../storing/tables.ts';
import { type ReportUnreadable, readableRows } from '../storing/unreadable.ts';
import type { Page } from './requests.ts';

export type Source = 'book' | 'factory' | 'any';

export interface HeldPosition {
  readonly position: PositionRecord;
  readonly side: Side;
}

export type PositionQueries = ReturnType<typeof createPositionQueries>;

/** Rows per step when reading all positions of a source. */
const ROWS_AT_ONCE = 500;

/**
 * Reads positions for the API. Conditions of partial indexes are literal SQL, because a query
 * planner can't match them with a parameter.
 */
export function createPositionQueries(db: Kysely<IndexerTables>, report: ReportUnreadable) {
  const reportRow = ({ address }: { readonly address: string }) =>
    report('indexer_positions', address);
  const readable = (rows: readonly StoredPosition[]) => readableRows(rows, positionOf, reportRow);

  function heldRows(input: {
    readonly account: string;
    readonly side: Side;
    readonly isOpen: boolean;
    readonly source: Source;
  }) {
    const { account, side, isOpen, source } = input;
    const query = db
      .selectFrom('indexer_positions')
      .where(side, '=', account)
      .where('status', 'in', isOpen ? ['open'] : ['settled', 'closed']);
    return source === 'any' ? query : query.where('source', '=', source);
  }

  function walked(source: 'book' | 'factory') {
    return db
      .selectFrom('indexer_positions')
      .where('source', '=', source)
      .where('status', '<>', 'pending_init');
  }

  return {
    /**
     * Returns an account's positions on both sides, newest first. An account with both sides of one
     * option has two rows.
     */
    async held(input: {
      readonly account: string;
      readonly isOpen: boolean;
      readonly source: Source;
      readonly page?: Page | undefined;
    }): Promise<HeldPosition[]> {
      const { page } = input;
      let query = heldRows({ ...input, side: 'buyer' })
        .selectAll()
        .select(sql.lit<Side>('buyer').as('side'))
        .unionAll(
          heldRows({ ...input, side: 'seller' })
            .selectAll()
            .select(sql.lit<Side>('seller').as('side')),
        )
        .orderBy('entry_block', 'desc')
        .orderBy('entry_log', 'desc')
        .orderBy('side');
      if (page !== undefined) query = query.limit(page.limit).offset(page.offset);
      return readableRows(
        await query.execute(),
        (row) => {
          const position = positionOf(row);
          return position && { position, side: row.side };
        },
        reportRow,
      );
    },

    /** Returns the number of rows that `held` returns without a page. */
    async heldCount(input: {
      readonly account: string;
      readonly isOpen: boolean;
      readonly source: Source;
    }): Promise<number> {
      const counts = await Promise.all(
        (['buyer', 'seller'] as const).map((side) =>
          heldRows({ ...input, side })
            .select(({ fn }) => fn.countAll<number>().as('total'))
            .executeTakeFirstOrThrow(),
        ),
      );
      return counts.reduce((sum, { total }) => sum + Number(total), 0);
    },

    /** Returns all open positions, newest first. */
    async open(page?: Page): Promise<PositionRecord[]> {
      let query = db
        .selectFrom('indexer_positions')
        .selectAll()
        .where(sql<SqlBool>`status = 'open'`)
        .orderBy('entry_block', 'desc')
        .orderBy('entry_log', 'desc');
      if (page !== undefined) query = query.limit(page.limit).offset(page.offset);
      return readable(await query.execute());
    },

    /** Streams all positions of one source, oldest first. */
    async *walk(
      source: 'book' | 'factory',
      { limit, offset }: Page = { limit: Number.MAX_SAFE_INTEGER, offset: 0 },
    ): AsyncGenerator<PositionRecord> {
      let after: StoredPosition | undefined;
      for (let left = limit; left > 0; left -= ROWS_AT_ONCE) {
        let query = walked(source)
          .selectAll()
          .orderBy('entry_block')
          .orderBy('entry_log')
          .limit(Math.min(left, ROWS_AT_ONCE));
        query =
          after === undefined
            ? query.offset(offset)
            : query.where(
                sql<SqlBool>`(entry_block, entry_log) > (${after.entry_block}, ${after.entry_log})`,
              );
        const rows = await query.execute();
        yield* readable(rows);
        after = rows.at(-1);
        if (rows.length < ROWS_AT_ONCE) return;
      }
    },

    /** Returns the number of positions that `walk` yields. */
    async count(source: 'book' | 'factory'): Promise<number> {
      const row = await walked(source)
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return Number(row.total);
    },

    async referred(referrer: string): Promise<PositionRecord[]> {
      const rows = await db
        .selectFrom('indexer_positions')
        .selectAll()
        .where('referrer', '=', referrer)
        .where(sql<SqlBool>`referrer <> '0x0000000000000000000000000000000000000000'`)
        .orderBy('entry_block')
        .execute();
      return readable(rows);
    },

    async one(address: string): Promise<PositionRecord | undefined> {
      const rows = await db
        .selectFrom('indexer_positions')
        .selectAll()
        .where('address', '=', address)
        .execute();
      return readable(rows)[0];
    },
  };
}
