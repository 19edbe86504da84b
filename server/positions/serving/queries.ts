import { type Kysely, type SqlBool, sql } from 'kysely';
import { isRecord } from '../../../shared/is-record.ts';
import { parseAs, parseJson } from '../../../shared/parse.ts';
import type { Offer, Quotation } from '../../../shared/positions/quotation.ts';
import { countRows } from '../../database/count-rows.ts';
import { offerOf, quotationOf } from '../storing/quotation-row.ts';
import { type CursorRow, EventRow, type OfferRow } from '../storing/row-schemas.ts';
import type { IndexerTables } from '../storing/tables.ts';
import { type ReportUnreadable, readableRows } from '../storing/unreadable.ts';
import { IndexerApiError } from './errors.ts';
import { createTotals } from './kept.ts';
import { createPositionQueries } from './position-queries.ts';
import type { SlicedList } from './slices.ts';

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

/** Reads the index for the API. Invalid rows are reported and skipped. */
export function createQueries(db: Kysely<IndexerTables>, report: ReportUnreadable) {
  const totals = createTotals();

  function quotations({ status, requester, id }: QuotationFilter) {
    let query = db.selectFrom('indexer_quotations');
    if (status !== undefined) query = query.where(sql<SqlBool>`status = ${status}`);
    if (requester !== undefined) query = query.where('requester', '=', requester);
    return id === undefined ? query : query.where('id', '=', id);
  }

  function offerRows({ offeror, quotation }: OfferFilter) {
    let query = db.selectFrom('indexer_offers');
    if (offeror !== undefined) query = query.where('offeror', '=', offeror);
    return quotation === undefined ? query : query.where('quotation', '=', quotation);
  }

  const readableOffers = (rows: readonly OfferRow[]) =>
    readableRows(rows, offerOf, ({ key }) => report('indexer_offers', key));

  /** Lists offers, oldest first. */
  const offers = (filter: OfferFilter): SlicedList<Offer> => ({
    async read(limit, start) {
      let query = offerRows(filter).selectAll().orderBy('created_block').orderBy('key');
      if (start.after !== undefined) query = query.where(after(start.after));
      const rows = await query.limit(limit).offset(start.offset).execute();
      return { items: readableOffers(rows), next: nextOf(rows, limit) };
    },
    total: () =>
      totals(`offers ${Object.entries(filter).join(' ')}`, () => countRows(offerRows(filter))),
  });

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

    /** Lists requests, oldest first. */
    quotations: (filter: QuotationFilter): SlicedList<Quotation> => ({
      async read(limit, start) {
        let query = quotations(filter).selectAll().orderBy('created_block').orderBy('key');
        if (start.after !== undefined) query = query.where(after(start.after));
        const rows = await query.limit(limit).offset(start.offset).execute();
        const items = readableRows(rows, quotationOf, ({ key }) =>
          report('indexer_quotations', key),
        );
        return { items, next: nextOf(rows, limit) };
      },
      total: () =>
        totals(`quotations ${Object.entries(filter).join(' ')}`, () =>
          countRows(quotations(filter)),
        ),
    }),

    /** Returns the requests with an id, oldest first. Each factory has at most one such request. */
    async quotationsOf(id: string): Promise<Quotation[]> {
      const rows = await quotations({ id }).selectAll().orderBy('created_block').execute();
      return readableRows(rows, quotationOf, ({ key }) => report('indexer_quotations', key));
    },

    offers,

    /** Lists all offers, ordered by their request. */
    offersByKey: {
      ...offers({}),
      async read(limit, { after, offset }) {
        let query = db.selectFrom('indexer_offers').selectAll().orderBy('key');
        if (after !== undefined) query = query.where('key', '>', after);
        const rows = await query.limit(limit).offset(offset).execute();
        const next = rows.length < limit ? undefined : rows.at(-1)?.key;
        return { items: readableOffers(rows), next };
      },
    } satisfies SlicedList<Offer>,

    /** Lists the events about referrals, oldest first. */
    referralEvents: {
      async read(limit, { after, offset }) {
        let query = db
          .selectFrom('indexer_events')
          .selectAll()
          .where(sql<SqlBool>`type in ('referral-registered', 'referral-executed')`)
          .orderBy('block')
          .orderBy('log_index');
        const [block, log] = after?.split('.').map(Number) ?? [];
        if (block !== undefined && log !== undefined)
          query = query.where(sql<SqlBool>`(block, log_index) > (${block}, ${log})`);
        const rows = await query.limit(limit).offset(offset).execute();
        const last = rows.length < limit ? undefined : rows.at(-1);
        return { items: events(rows), next: last && `${last.block}.${last.log_index}` };
      },
    } satisfies Pick<SlicedList<StoredEvent>, 'read'>,
  };
}

function eventOf(stored: EventRow): StoredEvent | undefined {
  const row = parseAs(EventRow, stored);
  const args = row && parseJson(row.body);
  if (row === undefined || !isRecord(args)) return undefined;
  const { body: _, ...rest } = row;
  return { ...rest, args };
}

/** Returns the key of the last row of a full slice. */
function nextOf(
  rows: readonly { readonly created_block: number; readonly key: string }[],
  limit: number,
): string | undefined {
  const last = rows.at(-1);
  if (last === undefined || rows.length < limit) return undefined;
  return `${last.created_block}.${last.key}`;
}

/** @throws IndexerApiError */
function after(text: string) {
  const [, block, key] = /^(\d{1,15})\.([0-9a-fx:]+)$/.exec(text) ?? [];
  if (key === undefined)
    throw new IndexerApiError('bad-request', 'after must be the next of another page');
  return sql<SqlBool>`(created_block, key) > (${Number(block)}, ${key})`;
}
