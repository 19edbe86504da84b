import { type Kysely, type SqlBool, sql } from 'kysely';
import type { SpotPrices } from '../../chain/spot-prices.ts';
import { countRows } from '../../database/count-rows.ts';
import { DAY, HOUR } from '../storing/rollups.ts';
import type { QuotationRow, RollupRow } from '../storing/row-schemas.ts';
import type { IndexerTables } from '../storing/tables.ts';
import type { Source } from './position-queries.ts';
import { dayOf, type StatisticsInput, type TradeSums, type Window } from './statistics.ts';

const SPANS: Readonly<Record<Window, number>> = { '24h': DAY, '7d': 7 * DAY, '30d': 30 * DAY };

interface Quantiles {
  readonly median?: number;
  /** Nine in ten values don't exceed it. */
  readonly p90?: number;
}

/** @param valueAt returns the value at a place among `count` ascending ones */
async function quantiles(
  count: number,
  valueAt: (offset: number) => Promise<number>,
): Promise<Quantiles> {
  if (count === 0) return {};
  const at = (share: number) => valueAt(Math.ceil(share * count) - 1);
  return { median: await at(0.5), p90: await at(0.9) };
}

export type StatisticsQueries = ReturnType<typeof createStatisticsQueries>;

/**
 * Reads sums for statistics from rollups: their number depends on time and kinds of trades, not on
 * the number of trades. A window includes every hour that overlaps it; 30 days include whole days.
 */
export function createStatisticsQueries(db: Kysely<IndexerTables>) {
  function rollups(source: Source, level: RollupRow['level'], since = 0) {
    let query = db
      .selectFrom('indexer_rollups')
      .selectAll()
      .where('level', '=', level)
      .where('bucket', '>=', since);
    if (source !== 'any') query = query.where('source', '=', source);
    return query.execute();
  }

  async function windowSums(source: Source, now: number): Promise<Record<Window, TradeSums[]>> {
    const hours = await rollups(source, 'hour', Math.floor((now - SPANS['7d']) / HOUR));
    const firstHour = Math.floor((now - SPANS['24h']) / HOUR);
    const days = await rollups(source, 'day', Math.floor((now - SPANS['30d']) / DAY));
    return { '24h': hours.filter(({ bucket }) => bucket >= firstHour), '7d': hours, '30d': days };
  }

  async function tradeTime(source: Source, order: 'asc' | 'desc'): Promise<number> {
    const sources = source === 'any' ? (['book', 'factory'] as const) : [source];
    const times: number[] = [];
    for (const one of sources) {
      const row = await db
        .selectFrom('indexer_positions')
        .select('entry_time')
        .where('source', '=', one)
        .orderBy('entry_block', order)
        .limit(1)
        .executeTakeFirst();
      if (row !== undefined) times.push(row.entry_time);
    }
    if (times.length === 0) return 0;
    return order === 'asc' ? Math.min(...times) : Math.max(...times);
  }

  /** Returns the number of accounts that hold or held an option, first at `since` or later. */
  function users(source: Source, since = 0): Promise<number> {
    return countRows(
      db
        .selectFrom('indexer_users')
        .where('source', '=', source === 'any' ? 'all' : source)
        .where('first_time', '>=', since),
    );
  }

  async function newUsers(source: Source, now: number): Promise<Record<Window, number>> {
    return {
      '24h': await users(source, now - SPANS['24h']),
      '7d': await users(source, now - SPANS['7d']),
      '30d': await users(source, now - SPANS['30d']),
    };
  }

  return {
    users,

    /** Returns the number of requests by status, and the seconds from creation to settlement. */
    async requests(): Promise<Record<QuotationRow['status'], number> & { seconds: number }> {
      const found = { active: 0, settled: 0, cancelled: 0, seconds: 0 };
      const rows = await db
        .selectFrom('indexer_quotations')
        .select((eb) => [
          'status',
          eb.fn.countAll<number>().as('count'),
          eb.fn.sum<number>(eb('updated_time', '-', eb.ref('created_time'))).as('seconds'),
        ])
        .groupBy('status')
        .execute();
      for (const { status, count, seconds } of rows) {
        found[status] = Number(count);
        if (status === 'settled') found.seconds = Number(seconds);
      }
      return found;
    },

    offers: () => countRows(db.selectFrom('indexer_offers')),

    /**
     * Returns the number of requests that got an offer, and the seconds from a request to its first
     * one: the median, and what nine in ten don't exceed. Without an offer both are undefined.
     */
    async firstOffers(): Promise<{ answered: number } & Quantiles> {
      const waits = () =>
        db
          .selectFrom('indexer_quotations as request')
          .innerJoin('indexer_offers as offer', 'offer.quotation', 'request.key')
          .groupBy(['request.key', 'request.created_time'])
          .select((eb) =>
            eb(eb.fn.min('offer.created_time'), '-', eb.ref('request.created_time')).as('seconds'),
          )
          .as('waits');
      const answered = await countRows(db.selectFrom(waits()));
      const waitAt = async (offset: number) => {
        const { seconds } = await db
          .selectFrom(waits())
          .select('seconds')
          .orderBy('seconds')
          .limit(1)
          .offset(offset)
          .executeTakeFirstOrThrow();
        return Number(seconds);
      };
      return { answered, ...(await quantiles(answered, waitAt)) };
    },

    /**
     * Returns the number of offers per request, also of requests without any: the median, and what
     * nine in ten don't exceed. Without a request both are undefined.
     */
    async offersPerRequest(): Promise<Quantiles> {
      const counts = () =>
        db
          .selectFrom('indexer_quotations as request')
          .leftJoin('indexer_offers as offer', 'offer.quotation', 'request.key')
          .groupBy('request.key')
          .select((eb) => eb.fn.count<number>('offer.key').as('offers'))
          .as('counts');
      const offersAt = async (offset: number) => {
        const { offers } = await db
          .selectFrom(counts())
          .select('offers')
          .orderBy('offers')
          .limit(1)
          .offset(offset)
          .executeTakeFirstOrThrow();
        return Number(offers);
      };
      return quantiles(await countRows(db.selectFrom(counts())), offersAt);
    },

    pending: () =>
      countRows(db.selectFrom('indexer_positions').where(sql<SqlBool>`status = 'pending_init'`)),

    totals: (source: Source): Promise<RollupRow[]> => rollups(source, 'all'),

    async input(source: Source, now: number, prices: SpotPrices): Promise<StatisticsInput> {
      return {
        all: await rollups(source, 'all'),
        windows: await windowSums(source, now),
        uniqueUsers: await users(source),
        uniqueUsersNew: await newUsers(source, now),
        firstTrade: await tradeTime(source, 'asc'),
        lastTrade: await tradeTime(source, 'desc'),
        prices,
      };
    },

    /** Returns every day with a trade, oldest first. */
    async daily(source: Source, prices: SpotPrices) {
      const days = new Map<number, RollupRow[]>();
      for (const row of await rollups(source, 'day')) {
        const rows = days.get(row.bucket) ?? [];
        rows.push(row);
        days.set(row.bucket, rows);
      }
      return [...days]
        .sort(([a], [b]) => a - b)
        .filter(([, rows]) => rows.some(({ positions }) => positions > 0))
        .map(([day, rows]) =>
          dayOf(new Date(day * DAY * 1000).toISOString().slice(0, 10), rows, prices),
        );
    },
  };
}
