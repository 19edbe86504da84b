import type { SpotPrices } from '../chain/spot-prices.ts';
import { profitEntry } from './option-detail.ts';
import { optionStatusOf, recordOf } from './position-row.ts';
import { createStatisticsChanges, DAY, HOUR, type RollupChange } from './rollups.ts';
import { statisticsOf, type TradeSums, type Window } from './statistics.ts';
import type { PositionRow } from './tables.ts';

const TOP = 10;

/**
 * What an account earned as a referrer: every trade that names it, statistics over them, and two lists
 * that deployed indexers leave empty: trades by user and day, and the most profitable trades.
 */
export function referrerState(input: {
  readonly referrer: string;
  readonly rows: readonly PositionRow[];
  readonly now: number;
  readonly prices: SpotPrices;
}) {
  const { referrer, rows, now, prices } = input;
  const positions = rows.map((row) => ({ row, position: recordOf(row) }));
  return {
    referrer,
    positions: Object.fromEntries(
      positions.map(({ row }) => [
        row.address,
        { ...JSON.parse(`${row.body}}`), optionStatus: optionStatusOf(row, now) },
      ]),
    ),
    summary: summaryOf(positions, now, prices),
    userDailyMetrics: dailyMetrics(positions),
    topProfitableTrades: positions
      .flatMap(({ row, position }) =>
        (['buyer', 'seller'] as const).map((side) => ({
          address: row.address,
          user: position[side],
          ...profitEntry(position, side, now),
        })),
      )
      .filter(({ pnlUsd }) => pnlUsd !== null && BigInt(pnlUsd) > 0n)
      .sort((a, b) => (BigInt(a.pnlUsd ?? 0) < BigInt(b.pnlUsd ?? 0) ? 1 : -1))
      .slice(0, TOP),
  };
}

type Referred = { readonly row: PositionRow; readonly position: ReturnType<typeof recordOf> };

function summaryOf(positions: readonly Referred[], now: number, prices: SpotPrices) {
  const sums = createStatisticsChanges();
  for (const { position } of positions) sums.replace(undefined, position);
  const rollups = [...sums.rollups.values()];
  const since = (level: RollupChange['level'], bucket: number) =>
    rollups.filter((one) => one.level === level && one.bucket >= bucket).map(sumsOf);
  const users = [...sums.users.values()].filter(({ source }) => source === 'all');
  const newSince = (seconds: number) =>
    users.filter(({ firstTime }) => firstTime >= now - seconds).length;
  const windows: Record<Window, TradeSums[]> = {
    '24h': since('hour', Math.floor((now - DAY) / HOUR)),
    '7d': since('hour', Math.floor((now - 7 * DAY) / HOUR)),
    '30d': since('day', Math.floor((now - 30 * DAY) / DAY)),
  };
  const times = positions.map(({ row }) => row.entry_time);
  return statisticsOf({
    all: since('all', 0),
    windows,
    uniqueUsers: users.length,
    uniqueUsersNew: {
      '24h': newSince(DAY),
      '7d': newSince(7 * DAY),
      '30d': newSince(30 * DAY),
    },
    firstTrade: times[0] ?? 0,
    lastTrade: times.at(-1) ?? 0,
    prices,
  });
}

function sumsOf(change: RollupChange): TradeSums {
  return {
    ...change,
    volume: change.volume.toString(),
    premium: change.premium.toString(),
    fees: change.fees.toString(),
    referral_fees: change.referralFees.toString(),
  };
}

/** Number of trades by buyer and day. */
function dailyMetrics(positions: readonly Referred[]) {
  const metrics: Record<string, Record<string, { trades: number }>> = {};
  for (const { row, position } of positions) {
    const date = new Date(row.entry_time * 1000).toISOString().slice(0, 10);
    const days = metrics[position.buyer] ?? {};
    days[date] = { trades: (days[date]?.trades ?? 0) + 1 };
    metrics[position.buyer] = days;
  }
  return metrics;
}
