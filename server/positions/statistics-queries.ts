import { type Kysely, type SqlBool, sql } from 'kysely';
import type { SpotPrices } from '../chain/spot-prices.ts';
import type { Source } from './queries.ts';
import { DAY, HOUR } from './rollups.ts';
import { dayOf, type StatisticsInput, type TradeSums, WINDOWS, type Window } from './statistics.ts';
import type { IndexerTables, RollupRow } from './tables.ts';

const SPANS: Readonly<Record<Window, number>> = { '24h': DAY, '7d': 7 * DAY, '30d': 30 * DAY };

export type StatisticsQueries = ReturnType<typeof createStatisticsQueries>;

/**
 * Sums for statistics, read from rollups: their number depends on time and on the kinds of trades, not
 * on the number of trades. A window holds the hours that reach into it, the one of 30 days the days.
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

  const usersName = (source: Source) => (source === 'any' ? 'all' : source);

  async function newUsers(source: Source, now: number): Promise<Record<Window, number>> {
    const found = { '24h': 0, '7d': 0, '30d': 0 };
    for (const window of WINDOWS) {
      const { count } = await db
        .selectFrom('indexer_users')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('source', '=', usersName(source))
        .where('first_time', '>=', now - SPANS[window])
        .executeTakeFirstOrThrow();
      found[window] = Number(count);
    }
    return found;
  }

  async function counts(): Promise<ReadonlyMap<string, number>> {
    const rows = await db.selectFrom('indexer_counts').selectAll().execute();
    return new Map(rows.map(({ name, value }) => [name, value]));
  }

  return {
    /** Counts that are kept as they change: users, requests by status, offers. */
    counts,

    async pending(): Promise<number> {
      const { count } = await db
        .selectFrom('indexer_positions')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where(sql<SqlBool>`status = 'pending_init'`)
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    totals: (source: Source): Promise<RollupRow[]> => rollups(source, 'all'),

    async input(source: Source, now: number, prices: SpotPrices): Promise<StatisticsInput> {
      const known = await counts();
      return {
        all: await rollups(source, 'all'),
        windows: await windowSums(source, now),
        uniqueUsers: known.get(`users ${usersName(source)}`) ?? 0,
        uniqueUsersNew: await newUsers(source, now),
        firstTrade: await tradeTime(source, 'asc'),
        lastTrade: await tradeTime(source, 'desc'),
        prices,
      };
    },

    /** Every day with a trade, oldest first. */
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
