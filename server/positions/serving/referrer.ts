import type { PositionRecord } from '../../../shared/positions/record.ts';
import type { UnixSeconds } from '../../../shared/units.ts';
import type { SpotPrices } from '../../chain/spot-prices.ts';
import { profitEntry } from './option-detail.ts';
import { SPANS, type StatisticsInput, statisticsOf } from './statistics.ts';

const TOP = 10;

/**
 * Collects a referrer's figures that aren't sums: the number of users, and two lists that deployed
 * indexers leave empty (trades by user and day, and the most profitable trades). The trades must be
 * added in the order of their blocks.
 */
export function createReferrerFigures(
  sums: Pick<StatisticsInput, 'all' | 'windows'>,
  now: UnixSeconds,
) {
  const firstTimes = new Map<string, number>();
  const metrics: Record<string, Record<string, { trades: number }>> = {};
  let top: ReturnType<typeof tradesOf> = [];
  let firstTrade = 0;
  let lastTrade = 0;

  function summary(prices: SpotPrices) {
    const newSince = ({ seconds }: { readonly seconds: number }) =>
      [...firstTimes.values()].filter((time) => time >= now - seconds).length;
    return statisticsOf({
      ...sums,
      uniqueUsers: firstTimes.size,
      uniqueUsersNew: {
        '24h': newSince(SPANS['24h']),
        '7d': newSince(SPANS['7d']),
        '30d': newSince(SPANS['30d']),
      },
      firstTrade,
      lastTrade,
      prices,
    });
  }

  return {
    add(position: PositionRecord): void {
      const { buyer, seller, entry, status } = position;
      firstTrade ||= entry.timestamp;
      lastTrade = entry.timestamp;
      if (status !== 'pending_init')
        for (const user of [buyer, seller])
          if (!firstTimes.has(user)) firstTimes.set(user, entry.timestamp);
      const date = new Date(entry.timestamp * 1000).toISOString().slice(0, 10);
      const days = metrics[buyer] ?? {};
      metrics[buyer] = days;
      days[date] = { trades: (days[date]?.trades ?? 0) + 1 };
      const trades = tradesOf(position, now);
      if (trades.length > 0) top = [...top, ...trades].sort(byProfit).slice(0, TOP);
    },
    result: (prices: SpotPrices) => ({
      summary: summary(prices),
      userDailyMetrics: metrics,
      topProfitableTrades: top,
    }),
  };
}

/** Returns the profitable sides of a trade. */
function tradesOf(position: PositionRecord, now: UnixSeconds) {
  return (['buyer', 'seller'] as const)
    .map((side) => ({
      address: position.address,
      user: position[side],
      ...profitEntry(position, side, now),
    }))
    .filter(({ pnlUsd }) => pnlUsd !== null && BigInt(pnlUsd) > 0n);
}

function byProfit(a: { readonly pnlUsd: string | null }, b: { readonly pnlUsd: string | null }) {
  const [left, right] = [BigInt(a.pnlUsd ?? 0), BigInt(b.pnlUsd ?? 0)];
  return left < right ? 1 : left > right ? -1 : 0;
}
