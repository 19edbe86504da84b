import { type Kysely, type SqlBool, sql } from 'kysely';
import * as Type from 'typebox';
import { parseAs, parseJson } from '../../../shared/parse.ts';
import type { Offer, Quotation } from '../../../shared/positions/quotation.ts';
import { isRecord } from '../../../shared/wire/json-values.ts';
import { offerOf, quotationOf } from '../storing/quotation-row.ts';
import { type CursorRow, EventRow } from '../storing/row-schemas.ts';
import type { IndexerTables } from '../storing/tables.ts';
import { type ReportUnreadable, readableRows } from '../storing/unreadable.ts';
import { createPositionQueries } from './position-queries.ts';
import type { Page } from './requests.ts';

/** An event with its arguments. */
export type StoredEvent = Omit<EventRow, 'body'> & { readonly args: Record<string, unknown> };

interface QuotationFilter {
  readonly status?: string | undefined;
  readonly requester?: string;
  readonly id?: string;
}

interface OfferFilter {
  readonly offeror?: string;
  readonly quotation?: string;
}

const EVENTS_OF_ONE = 1_000;

export type Queries = ReturnType<typeof createQueries>;

/** Reads for the API. Invalid rows are reported and skipped. */
export function createQueries(db: Kysely<IndexerTables>, report: ReportUnreadable) {
  function quotations({ status, requester, id }: QuotationFilter) {
    let query = db.selectFrom('indexer_quotations');
    if (status !== undefined) query = query.where(sql<SqlBool>`status = ${status}`);
    if (requester !== undefined) query = query.where('requester', '=', requester);
    return id === undefined ? query : query.where('id', '=', id);
  }

  function offers({ offeror, quotation }: OfferFilter) {
    let query = db.selectFrom('indexer_offers');
    if (offeror !== undefined) query = query.where('offeror', '=', offeror);
    return quotation === undefined ? query : query.where('quotation', '=', quotation);
  }

  const events = (rows: readonly EventRow[]) =>
    readableRows(rows, eventOf, ({ block, log_index }) =>
      report('indexer_events', `${block} ${log_index}`),
    );

  return {
    positions: createPositionQueries(db, report),

    cursor: (): Promise<CursorRow | undefined> =>
      db.selectFrom('indexer_cursor').selectAll().executeTakeFirst(),

    /** Returns the first events about an option, a maker or a request. */
    async events(subject: string): Promise<StoredEvent[]> {
      const rows = await db
        .selectFrom('indexer_events')
        .selectAll()
        .where('subject', '=', subject)
        .orderBy('block')
        .orderBy('log_index')
        .limit(EVENTS_OF_ONE)
        .execute();
      return events(rows);
    },

    async quotations(filter: QuotationFilter, page?: Page): Promise<Quotation[]> {
      let query = quotations(filter).selectAll().orderBy('created_block').orderBy('key');
      if (page !== undefined) query = query.limit(page.limit).offset(page.offset);
      return readableRows(await query.execute(), quotationOf, ({ key }) =>
        report('indexer_quotations', key),
      );
    },

    /** Returns the number of requests in a list without pages. */
    async quotationCount(filter: QuotationFilter): Promise<number> {
      const query = quotations(filter).select(({ fn }) => fn.countAll<number>().as('total'));
      return Number((await query.executeTakeFirstOrThrow()).total);
    },

    async offers(filter: OfferFilter, page?: Page): Promise<Offer[]> {
      let query = offers(filter).selectAll().orderBy('created_block').orderBy('key');
      if (page !== undefined) query = query.limit(page.limit).offset(page.offset);
      return readableRows(await query.execute(), offerOf, ({ key }) =>
        report('indexer_offers', key),
      );
    },

    async offerCount(filter: OfferFilter): Promise<number> {
      const query = offers(filter).select(({ fn }) => fn.countAll<number>().as('total'));
      return Number((await query.executeTakeFirstOrThrow()).total);
    },

    /** Returns the factory side's referrals by id, with their earnings. */
    async referrals(): Promise<Record<string, unknown>> {
      const rows = await db
        .selectFrom('indexer_events')
        .selectAll()
        .where(sql<SqlBool>`type in ('referral-registered', 'referral-executed')`)
        .orderBy('block')
        .orderBy('log_index')
        .execute();
      const referrals: Record<string, { readonly executed: unknown[] }> = {};
      for (const { type, args, block, time, tx } of events(rows)) {
        const referral = parseAs(ReferralArgs, args);
        if (referral === undefined) continue;
        const { referralId: id, referrer, quotationId, amount } = referral;
        if (type === 'referral-registered')
          referrals[id] = {
            ...{ id, referrer },
            ...{ createdAt: time, createdTx: tx, createdBlock: block },
            executed: [],
          };
        else referrals[id]?.executed.push({ quotationId, amount, executedBlock: block });
      }
      return referrals;
    },
  };
}

const ReferralArgs = Type.Object({
  referralId: Type.String(),
  referrer: Type.Optional(Type.String()),
  quotationId: Type.Optional(Type.String()),
  amount: Type.Optional(Type.String()),
});

function eventOf(stored: EventRow): StoredEvent | undefined {
  const row = parseAs(EventRow, stored);
  const args = row && parseJson(row.body);
  if (row === undefined || !isRecord(args)) return undefined;
  const { body: _, ...rest } = row;
  return { ...rest, args };
}
