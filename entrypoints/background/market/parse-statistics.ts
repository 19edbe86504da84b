import { cleanName } from '../../../shared/clean-name.ts';
import { isRecord } from '../../../shared/is-record.ts';
import type {
  MarketShare,
  MarketStatistics,
  TradeFigures,
} from '../../../shared/messages/market.ts';

const DAYS = 30;
const DAY_MS = 86_400_000;
const WINDOWS = ['24h', '7d', '30d'] as const;
/** Limits for names of products and assets from a server: what a screen can show. */
const MAX_SHARES = 40;
const MAX_NAME = 40;
/** Upper bounds for plausible figures: ten trillion dollars, a trillion trades. */
const MOST_DOLLARS = 1e13;
const MOST_COUNT = 1e12;

/** The indexer's answers under its paths of statistics, unparsed. */
export interface StatisticsAnswers {
  readonly protocol: unknown;
  readonly daily: unknown;
}

/**
 * Parses statistics of any known indexer (reference section 4.5). Missing or malformed figures are
 * undefined, never zero. Returns `undefined` when the answer has no statistics.
 */
export function parseStatistics(
  answers: StatisticsAnswers,
  now: number,
): Omit<MarketStatistics, 'openByAsset'> | undefined {
  const { protocol } = answers;
  const stats = isRecord(protocol) ? protocol.stats : undefined;
  if (!isRecord(stats)) return undefined;
  const total = countOf(stats.totalPositions);
  if (total === undefined) return undefined;
  const indexed = isRecord(protocol) ? numberOf(protocol.lastUpdateTimestamp) : undefined;
  const active = countOf(stats.totalActive);
  const users = countOf(stats.uniqueUsers);
  const settled = countOf(stats.totalSettled) ?? 0;
  const rate = settled === 0 ? undefined : numberOf(stats.exerciseRate);
  const exerciseRate = rate !== undefined && rate <= 100 ? rate : undefined;
  return {
    all: {
      trades: total,
      settled,
      ...(active === undefined ? {} : { active }),
      ...dollars(stats.totalVolumeUsd, stats.totalPremiumUsd, stats.totalFeesUsd),
    },
    ...(users === undefined ? {} : { users }),
    ...(exerciseRate === undefined ? {} : { exerciseRate }),
    windows: {
      '24h': figuresOf(stats[WINDOWS[0]]),
      '7d': figuresOf(stats[WINDOWS[1]]),
      '30d': figuresOf(stats[WINDOWS[2]]),
    },
    daily: lastDays(answers.daily, now),
    byProduct: sharesOf(stats.byImplementationType),
    ...(indexed === undefined || indexed === 0 ? {} : { indexedAt: indexed * 1000 }),
  };
}

function figuresOf(value: unknown): TradeFigures {
  if (!isRecord(value)) return { trades: 0 };
  return {
    trades: countOf(value.positions) ?? countOf(value.trades) ?? 0,
    ...dollars(value.volumeUsd, value.premiumUsd, value.feesUsd),
  };
}

function dollars(volume: unknown, premium: unknown, fees: unknown): Omit<TradeFigures, 'trades'> {
  const [volumeUsd, premiumUsd, feesUsd] = [volume, premium, fees].map(dollarsOf);
  return {
    ...(volumeUsd === undefined ? {} : { volumeUsd }),
    ...(premiumUsd === undefined ? {} : { premiumUsd }),
    ...(feesUsd === undefined ? {} : { feesUsd }),
  };
}

/** Returns the last thirty days in UTC. A day that the indexer leaves out had no trade. */
function lastDays(answer: unknown, now: number): MarketStatistics['daily'] {
  const list: unknown = isRecord(answer) ? answer.daily : undefined;
  if (!Array.isArray(list)) return [];
  const known = new Map<string, TradeFigures>();
  for (const day of list.slice(-400) as readonly unknown[]) {
    if (isRecord(day) && typeof day.date === 'string') known.set(day.date, figuresOf(day));
  }
  const none: TradeFigures = { trades: 0, volumeUsd: 0, premiumUsd: 0, feesUsd: 0 };
  return Array.from({ length: DAYS }, (_, i) => {
    const date = new Date(now - (DAYS - 1 - i) * DAY_MS).toISOString().slice(0, 10);
    return { date, ...(known.get(date) ?? none) };
  });
}

function sharesOf(value: unknown): MarketShare[] {
  if (!isRecord(value)) return [];
  return Object.entries(value)
    .slice(0, MAX_SHARES)
    .flatMap(([name, part]) => {
      const count = isRecord(part) ? countOf(part.count) : undefined;
      if (count === undefined || count === 0 || !isRecord(part)) return [];
      const usd = dollarsOf(part.volumeUsd);
      const shown = cleanName(name, MAX_NAME) ?? '—';
      return [{ name: shown, count, ...(usd === undefined ? {} : { usd }) }];
    })
    .sort((a, b) => (b.usd ?? 0) - (a.usd ?? 0) || b.count - a.count);
}

function countOf(value: unknown): number | undefined {
  return typeof value === 'number' &&
    Number.isSafeInteger(value) &&
    value >= 0 &&
    value <= MOST_COUNT
    ? value
    : undefined;
}

/** Parses a plausible amount of dollars; undefined beyond the bound. */
export function dollarsOf(value: unknown): number | undefined {
  const dollars = numberOf(value);
  return dollars !== undefined && dollars <= MOST_DOLLARS ? dollars : undefined;
}

/** Parses a decimal string or a number; for charts and headlines only. */
function numberOf(value: unknown): number | undefined {
  if (typeof value !== 'number' && (typeof value !== 'string' || value === '')) return undefined;
  const parsed = Number(value);
  return Number.isFinite(parsed) && parsed >= 0 ? parsed : undefined;
}
