import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { implementationAt } from '../../../shared/orders/products.ts';
import type { Engine } from '../../database/open.ts';
import { sumDigits } from '../../database/sum-digits.ts';
import type { StoredPosition } from '../storing/row-schemas.ts';
import type { IndexerTables } from '../storing/tables.ts';
import type { Source } from './position-queries.ts';
import { DAY, SPANS, type StatisticsInput, type TradeSums, WINDOWS } from './statistics.ts';

/** Trades of one side, of all sides, or of a referrer. */
export type Selection = Source | { readonly referrer: string };

/** Sums of trades that began in one period, or results of trades that ended in it. */
interface Bucket extends TradeSums {
  readonly bucket: number;
}

/** Name for products that Condor doesn't know. Chain data can't contain this name. */
const UNKNOWN_PRODUCT = 'UNKNOWN';
const PAYOUT = sql`coalesce(payout_buyer, '0')`;
const SETTLED = sql`status = 'settled'`;
const NOTHING = {
  ...{ positions: 0, settled: 0, closed: 0, exercised: 0, buyer_wins: 0 },
  ...{ volume: '0', premium: '0', fees: '0', referral_fees: '0' },
};

/** Selects the positions whose terms are known. */
export function selectTrades(db: Kysely<IndexerTables>, selection: Selection) {
  const all = db.selectFrom('indexer_positions').where(sql<SqlBool>`status <> 'pending_init'`);
  if (selection === 'any') return all;
  if (typeof selection === 'string') return all.where('source', '=', selection);
  return all
    .where('referrer', '=', selection.referrer)
    .where(sql<SqlBool>`referrer <> '0x0000000000000000000000000000000000000000'`);
}

/** Returns functions that sum trades, each by two queries over a whole selection. */
export function createTradeSums(db: Kysely<IndexerTables>, engine: Engine) {
  /** Counts a trade in the bucket of its start, and its result in the bucket of its end. */
  async function bucketsOf(
    selection: Selection,
    bucketOf: (time: 'entry_time' | 'close_time') => RawBuilder<number>,
  ): Promise<Bucket[]> {
    const kind = ['implementation', 'collateral_token', 'bucket'] as const;
    const inBuckets = (time: 'entry_time' | 'close_time') =>
      db
        .selectFrom(
          selectTrades(db, selection).selectAll().select(bucketOf(time).as('bucket')).as('trade'),
        )
        .groupBy(kind)
        .select(kind);
    const entries = await inBuckets('entry_time')
      .select(({ fn }) => [
        fn.countAll<number>().as('positions'),
        sumDigits(engine, 'collateral_amount').as('volume'),
        sumDigits(engine, 'entry_premium').as('premium'),
        sumDigits(engine, 'entry_fee').as('fees'),
        sumDigits(engine, 'referral_fee').as('referral_fees'),
      ])
      .execute();
    const ends = await inBuckets('close_time')
      .where('close_time', 'is not', null)
      .select([
        countIf(SETTLED).as('settled'),
        countIf(sql`status = 'closed'`).as('closed'),
        countIf(sql`${SETTLED} and ${PAYOUT} <> '0'`).as('exercised'),
        // Digits without leading zeros are compared first by their length, because a longer number
        // is larger.
        countIf(sql`${SETTLED} and (length(${PAYOUT}), ${PAYOUT}) >
          (length(entry_premium), entry_premium)`).as('buyer_wins'),
      ])
      .execute();
    return [...entries, ...ends].map(({ implementation, collateral_token: token, ...sums }) => ({
      ...NOTHING,
      ...sums,
      product: productOf(implementation),
      token,
    }));
  }

  return {
    /** Returns the sums of all trades, and those of each window up to `now`. */
    async windows(selection: Selection, now: number) {
      const all = await bucketsOf(selection, (time) => windowAt(time, now));
      // A longer window contains the shorter windows.
      const upTo = (last: number) => all.filter(({ bucket }) => bucket <= last);
      const windows: StatisticsInput['windows'] = { '24h': upTo(0), '7d': upTo(1), '30d': upTo(2) };
      return { all, windows };
    },

    /** Returns the sums of each day, oldest day first. */
    async days(selection: Selection): Promise<[day: number, rows: readonly TradeSums[]][]> {
      // The number is literal SQL, because SQLite would treat a parameter as a float.
      const all = await bucketsOf(
        selection,
        (time) => sql<number>`${sql.ref(time)} / ${sql.lit(DAY)}`,
      );
      return [...Map.groupBy(all, ({ bucket }) => bucket)].sort(([a], [b]) => a - b);
    },
  };
}

function countIf(condition: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`sum(case when ${condition} then 1 else 0 end)`;
}

/**
 * Returns the index of the shortest window that contains a time; the number of windows if no window
 * does. A window contains the whole hour or day in which it starts.
 */
function windowAt(time: string, now: number): RawBuilder<number> {
  const cases = WINDOWS.map((window, i) => {
    const { seconds, whole } = SPANS[window];
    const since = Math.floor((now - seconds) / whole) * whole;
    return sql`when ${sql.ref(time)} >= ${since} then ${sql.lit(i)}`;
  });
  return sql<number>`case ${sql.join(cases, sql` `)} else ${sql.lit(WINDOWS.length)} end`;
}

function productOf(implementation: StoredPosition['implementation']): string {
  const isKnown = implementation.startsWith('0x');
  const found = isKnown ? implementationAt(`0x${implementation.slice(2)}`) : undefined;
  return found?.product.name ?? UNKNOWN_PRODUCT;
}
