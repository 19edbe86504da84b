import { type Kysely, type SqlBool, sql } from 'kysely';
import type { SpotPrices } from '../../chain/spot-prices.ts';
import { countRows } from '../../database/count-rows.ts';
import type { Engine } from '../../database/open.ts';
import type { QuotationRow, StoredPosition } from '../storing/row-schemas.ts';
import type { IndexerTables } from '../storing/tables.ts';
import { createKept } from './kept.ts';
import type { Source } from './position-queries.ts';
import { dayOf, SPANS, type StatisticsInput, sum, type TradeSums } from './statistics.ts';
import { createTradeSums, selectTrades } from './trade-sums.ts';

type StatusCounts = Readonly<Record<StoredPosition['status'], number>>;

/** Maximum number of kept results: one for each side, and one for the two sides together. */
const MAX_KEPT = 3;

export type StatisticsQueries = ReturnType<typeof createStatisticsQueries>;

/** Sums positions on request. Sums of many positions are used for ten seconds. */
export function createStatisticsQueries(db: Kysely<IndexerTables>, engine: Engine) {
  const trades = createTradeSums(db, engine);
  const keptWindows = createKept<Awaited<ReturnType<typeof trades.windows>>>(MAX_KEPT);
  const keptDays = createKept<Awaited<ReturnType<typeof trades.days>>>(MAX_KEPT);
  const keptCounts = createKept<StatusCounts>(MAX_KEPT);

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

  /** Returns the number of accounts whose first option dates from `since` or later. */
  function users(source: Source, since = 0): Promise<number> {
    return countRows(
      db
        .selectFrom('indexer_users')
        .where('source', '=', source === 'any' ? 'all' : source)
        .where('first_time', '>=', since),
    );
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

    pending: () =>
      countRows(db.selectFrom('indexer_positions').where(sql<SqlBool>`status = 'pending_init'`)),

    /** Returns the number of positions with known terms, by status. */
    counts: (source: Source): Promise<StatusCounts> =>
      keptCounts(source, async () => {
        const value = { pending_init: 0, open: 0, settled: 0, closed: 0 };
        const rows = await selectTrades(db, source)
          .groupBy('status')
          .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
          .execute();
        for (const { status, count } of rows) value[status] = Number(count);
        return { value, rows: value.open + value.settled + value.closed };
      }),

    async input(source: Source, now: number, prices: SpotPrices): Promise<StatisticsInput> {
      const sums = await keptWindows(source, async () => {
        const value = await trades.windows(source, now);
        return { value, rows: sum(value.all, 'positions') };
      });
      return {
        ...sums,
        uniqueUsers: await users(source),
        uniqueUsersNew: {
          '24h': await users(source, now - SPANS['24h'].seconds),
          '7d': await users(source, now - SPANS['7d'].seconds),
          '30d': await users(source, now - SPANS['30d'].seconds),
        },
        firstTrade: await tradeTime(source, 'asc'),
        lastTrade: await tradeTime(source, 'desc'),
        prices,
      };
    },

    /** Returns the sums of a referrer's trades. */
    referred: (referrer: string, now: number) => trades.windows({ referrer }, now),

    /** Returns all days with a trade, oldest first. */
    async daily(source: Source, prices: SpotPrices) {
      const days = await keptDays(source, async () => {
        const value = await trades.days(source);
        return {
          value,
          rows: sum(
            value.flatMap(([, rows]) => rows),
            'positions',
          ),
        };
      });
      const hasTrades = ([, rows]: readonly [number, readonly TradeSums[]]) =>
        sum(rows, 'positions') > 0;
      return days.filter(hasTrades).map(([day, rows]) => dayOf(day, rows, prices));
    },
  };
}
