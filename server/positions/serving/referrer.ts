import type { PositionRecord } from '../../../shared/positions/record.ts';
import { positionToWire } from '../../../shared/positions/to-wire.ts';
import type { UnixSeconds } from '../../../shared/units.ts';
import type { SpotPrices } from '../../chain/spot-prices.ts';
import { createRollupChanges, DAY, HOUR, type RollupChange } from '../storing/rollups.ts';
import { profitEntry } from './option-detail.ts';
import { statisticsOf, type TradeSums, type Window } from './statistics.ts';

const TOP = 10;

/**
 * Returns a referrer's earnings: every trade that names it, statistics over them, and two lists
 * that deployed indexers leave empty: trades by user and day, and the most profitable trades.
 */
export function referrerState(input: {
  readonly referrer: string;
  readonly positions: readonly PositionRecord[];
  readonly now: UnixSeconds;
  readonly prices: SpotPrices;
}) {
  const { referrer, positions, now, prices } = input;
  return {
    referrer,
    positions: Object.fromEntries(
      positions.map((position) => [position.address, positionToWire(position, now)]),
    ),
    summary: summaryOf(positions, now, prices),
    userDailyMetrics: dailyMetrics(positions),
    topProfitableTrades: positions
      .flatMap((position) =>
        (['buyer', 'seller'] as const).map((side) => ({
          address: position.address,
          user: position[side],
          ...profitEntry(position, side, now),
        })),
      )
      .filter(({ pnlUsd }) => pnlUsd !== null && BigInt(pnlUsd) > 0n)
      .sort((a, b) => (BigInt(a.pnlUsd ?? 0) < BigInt(b.pnlUsd ?? 0) ? 1 : -1))
      .slice(0, TOP),
  };
}

function summaryOf(positions: readonly PositionRecord[], now: number, prices: SpotPrices) {
  const sums = createRollupChanges();
  const firstTimes = new Map<string, number>();
  for (const position of positions) {
    sums.replace(undefined, position);
    if (position.status === 'pending_init') continue;
    for (const user of [position.buyer, position.seller])
      if (!firstTimes.has(user)) firstTimes.set(user, position.entry.timestamp);
  }
  const rollups = [...sums.changes().values()];
  const since = (level: RollupChange['level'], bucket: number) =>
    rollups.filter((one) => one.level === level && one.bucket >= bucket).map(sumsOf);
  const newSince = (seconds: number) =>
    [...firstTimes.values()].filter((time) => time >= now - seconds).length;
  const windows: Record<Window, TradeSums[]> = {
    '24h': since('hour', Math.floor((now - DAY) / HOUR)),
    '7d': since('hour', Math.floor((now - 7 * DAY) / HOUR)),
    '30d': since('day', Math.floor((now - 30 * DAY) / DAY)),
  };
  const times = positions.map(({ entry }) => entry.timestamp);
  return statisticsOf({
    all: since('all', 0),
    windows,
    uniqueUsers: firstTimes.size,
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
    referral_fees: change.referral_fees.toString(),
  };
}

/** Returns the number of trades by buyer and day. */
function dailyMetrics(positions: readonly PositionRecord[]) {
  const metrics: Record<string, Record<string, { trades: number }>> = {};
  for (const position of positions) {
    const date = new Date(position.entry.timestamp * 1000).toISOString().slice(0, 10);
    const days = metrics[position.buyer] ?? {};
    days[date] = { trades: (days[date]?.trades ?? 0) + 1 };
    metrics[position.buyer] = days;
  }
  return metrics;
}
