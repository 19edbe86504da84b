import { type Expression, type Kysely, type SqlBool, sql } from 'kysely';
import type { Side } from '../../shared/positions/value.ts';
import { publishedText } from './position-row.ts';
import type {
  CursorRow,
  EventRow,
  IndexerTables,
  OfferRow,
  PositionRow,
  QuotationRow,
} from './tables.ts';

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

export type Source = 'book' | 'factory' | 'any';

const LISTED = ['body', 'status', 'expiry', 'is_itm', 'buyer_profit', 'seller_profit'] as const;

/**
 * Reads for the API. Conditions of partial indexes stand in the text, since a planner cannot match
 * them with a parameter. Lists are JSON texts of records, ready to be put into an answer. */
export type Queries = ReturnType<typeof createQueries>;

export function createQueries(db: Kysely<IndexerTables>) {
  const sourceIs = (source: Source) => (eb: { ref(column: 'source'): Expression<string> }) =>
    source === 'any' ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${eb.ref('source')} = ${source}`;

  /** Positions on one side of an account, newest first. */
  function held(input: {
    readonly account: string;
    readonly side: Side;
    readonly isOpen: boolean;
    readonly source: Source;
  }) {
    return db
      .selectFrom('indexer_positions')
      .select([...LISTED, 'entry_block', 'entry_log', 'buyer', 'seller', 'address'])
      .where(input.side, '=', input.account)
      .where('status', 'in', input.isOpen ? ['open'] : ['settled', 'closed'])
      .where(sourceIs(input.source));
  }

  return {
    async cursor(): Promise<CursorRow | undefined> {
      return db.selectFrom('indexer_cursor').selectAll().executeTakeFirst();
    },

    /**
     * An account's positions on both sides, newest first. Holding both sides of one option gives
     * two rows.
     */
    async userPositions(input: {
      readonly account: string;
      readonly isOpen: boolean;
      readonly source: Source;
      readonly now: number;
      readonly page?: Page | undefined;
    }): Promise<{ texts: string[]; total: number }> {
      const [bought, sold] = await Promise.all(
        (['buyer', 'seller'] as const).map(async (side) =>
          (await held({ ...input, side }).execute()).map((row) => ({ row, side })),
        ),
      );
      const rows = [...(bought ?? []), ...(sold ?? [])].sort(
        (a, b) => b.row.entry_block - a.row.entry_block || b.row.entry_log - a.row.entry_log,
      );
      const { limit, offset } = input.page ?? { limit: rows.length, offset: 0 };
      return {
        texts: rows
          .slice(offset, offset + limit)
          .map(({ row, side }) => publishedText(row, input.now, side)),
        total: rows.length,
      };
    },

    /** Open positions of everybody, newest first. */
    async openPositions(now: number, page?: Page): Promise<string[]> {
      let query = db
        .selectFrom('indexer_positions')
        .select(LISTED)
        .where(sql<SqlBool>`status = 'open'`)
        .orderBy('entry_block', 'desc')
        .orderBy('entry_log', 'desc');
      if (page !== undefined) query = query.limit(page.limit).offset(page.offset);
      return (await query.execute()).map((row) => publishedText(row, now));
    },

    /** Positions of one source, oldest first, from a point on: the way to walk through all of them. */
    async walkPositions(
      source: 'book' | 'factory',
      after: { readonly block: number; readonly log: number },
      limit: number,
    ): Promise<PositionRow[]> {
      return db
        .selectFrom('indexer_positions')
        .selectAll()
        .where('source', '=', source)
        .where('status', '<>', 'pending_init')
        .where(sql<SqlBool>`(entry_block, entry_log) > (${after.block}, ${after.log})`)
        .orderBy('entry_block')
        .orderBy('entry_log')
        .limit(limit)
        .execute();
    },

    async referred(referrer: string): Promise<PositionRow[]> {
      return db
        .selectFrom('indexer_positions')
        .selectAll()
        .where('referrer', '=', referrer)
        .where(sql<SqlBool>`referrer <> '0x0000000000000000000000000000000000000000'`)
        .orderBy('entry_block')
        .execute();
    },

    async position(address: string): Promise<PositionRow | undefined> {
      return db
        .selectFrom('indexer_positions')
        .selectAll()
        .where('address', '=', address)
        .executeTakeFirst();
    },

    async events(subject: string, limit = 1_000): Promise<EventRow[]> {
      return db
        .selectFrom('indexer_events')
        .selectAll()
        .where('subject', '=', subject)
        .orderBy('block')
        .orderBy('log_index')
        .limit(limit)
        .execute();
    },

    async quotations(filter: {
      readonly status?: string | undefined;
      readonly requester?: string;
      readonly id?: string;
      readonly page?: Page | undefined;
    }): Promise<QuotationRow[]> {
      let query = db.selectFrom('indexer_quotations').selectAll().orderBy('created_block');
      if (filter.status !== undefined) query = query.where('status', '=', filter.status);
      if (filter.requester !== undefined) query = query.where('requester', '=', filter.requester);
      if (filter.id !== undefined) query = query.where('id', '=', filter.id);
      if (filter.page !== undefined)
        query = query.limit(filter.page.limit).offset(filter.page.offset);
      return query.execute();
    },

    /** Number of requests that a list without pages would hold. */
    async quotationCount(filter: {
      readonly status?: string | undefined;
      readonly requester?: string;
    }): Promise<number> {
      let query = db
        .selectFrom('indexer_quotations')
        .select(({ fn }) => fn.countAll<number>().as('total'));
      if (filter.status !== undefined) query = query.where('status', '=', filter.status);
      if (filter.requester !== undefined) query = query.where('requester', '=', filter.requester);
      return Number((await query.executeTakeFirstOrThrow()).total);
    },

    async offerCount(filter: { readonly offeror?: string }): Promise<number> {
      let query = db
        .selectFrom('indexer_offers')
        .select(({ fn }) => fn.countAll<number>().as('total'));
      if (filter.offeror !== undefined) query = query.where('offeror', '=', filter.offeror);
      return Number((await query.executeTakeFirstOrThrow()).total);
    },

    /** Number of positions that `walkPositions` passes. */
    async positionCount(source: 'book' | 'factory'): Promise<number> {
      const row = await db
        .selectFrom('indexer_positions')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .where('source', '=', source)
        .where('status', '<>', 'pending_init')
        .executeTakeFirstOrThrow();
      return Number(row.total);
    },

    async offers(filter: {
      readonly offeror?: string;
      readonly quotation?: string;
      readonly page?: Page | undefined;
    }): Promise<OfferRow[]> {
      let query = db.selectFrom('indexer_offers').selectAll().orderBy('created_block');
      if (filter.offeror !== undefined) query = query.where('offeror', '=', filter.offeror);
      if (filter.quotation !== undefined) query = query.where('quotation', '=', filter.quotation);
      if (filter.page !== undefined)
        query = query.limit(filter.page.limit).offset(filter.page.offset);
      return query.execute();
    },

    /** Referrals of the factory side by id, with what they earned in requests. */
    async referrals(): Promise<Record<string, unknown>> {
      const rows = await db
        .selectFrom('indexer_events')
        .selectAll()
        .where('type', 'in', ['referral-registered', 'referral-executed'])
        .orderBy('block')
        .orderBy('log_index')
        .execute();
      const referrals: Record<
        string,
        { readonly executed: unknown[]; readonly [member: string]: unknown }
      > = {};
      for (const { type, body, block, time, tx } of rows) {
        const event: Record<string, string> = JSON.parse(body);
        const id = event.referralId ?? '';
        if (type === 'referral-registered')
          referrals[id] = {
            id,
            referrer: event.referrer,
            createdAt: time,
            createdTx: tx,
            createdBlock: block,
            executed: [],
          };
        else
          referrals[id]?.executed.push({
            quotationId: event.quotationId,
            amount: event.amount,
            executedBlock: block,
          });
      }
      return referrals;
    },

    /** Options whose implementation was not read yet. */
    async unreadPositions(limit: number): Promise<PositionRow[]> {
      return db
        .selectFrom('indexer_positions')
        .selectAll()
        .where(sql<SqlBool>`implementation = ''`)
        .limit(limit)
        .execute();
    },

    async unreadQuotations(limit: number): Promise<QuotationRow[]> {
      return db
        .selectFrom('indexer_quotations')
        .selectAll()
        .where(sql<SqlBool>`has_terms = 0`)
        .limit(limit)
        .execute();
    },
  };
}
