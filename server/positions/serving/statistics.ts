import { IMPLEMENTATIONS } from '../../../shared/chain/implementations.ts';
import { tokenAt, worthOf } from '../../../shared/chain/tokens.ts';
import type { SpotPrices } from '../../chain/spot-prices.ts';

export const DAY = 86_400;
const HOUR = 3_600;

/** Shortest first. */
export const WINDOWS = ['24h', '7d', '30d'] as const;
export type Window = (typeof WINDOWS)[number];

/** Seconds of each window, and the unit in seconds to which its start is rounded down. */
export const SPANS: Readonly<Record<Window, { readonly seconds: number; readonly whole: number }>> =
  {
    '24h': { seconds: DAY, whole: HOUR },
    '7d': { seconds: 7 * DAY, whole: HOUR },
    '30d': { seconds: 30 * DAY, whole: DAY },
  };

/** Sums of trades with the same product and token, in any period and selection. */
export interface TradeSums {
  readonly product: string;
  readonly token: string;
  readonly positions: number;
  readonly settled: number;
  readonly closed: number;
  readonly exercised: number;
  readonly buyer_wins: number;
  /** Base units of the token, as decimal digits. */
  readonly volume: string;
  readonly premium: string;
  readonly fees: string;
  readonly referral_fees: string;
}

/** Input of statistics. The sums of a window cover all hours or days that overlap the window. */
export interface StatisticsInput {
  readonly all: readonly TradeSums[];
  readonly windows: Readonly<Record<Window, readonly TradeSums[]>>;
  readonly uniqueUsers: number;
  readonly uniqueUsersNew: Readonly<Record<Window, number>>;
  /** Unix seconds; 0 if there is no trade. */
  readonly firstTrade: number;
  readonly lastTrade: number;
  /** Current prices, for totals in dollars. */
  readonly prices: SpotPrices;
}

type AmountName = 'volume' | 'premium' | 'fees' | 'referral_fees';

/**
 * Returns protocol statistics in the format of deployed indexers. The volume is the locked
 * collateral, which is the most that the options can pay out. A total in dollars is null if a
 * necessary price is missing.
 */
export function statisticsOf(input: StatisticsInput) {
  const { all, prices } = input;
  const positions = sum(all, 'positions');
  const settled = sum(all, 'settled');
  const volumeUsd = dollars(all, 'volume', prices);
  const premiumUsd = dollars(all, 'premium', prices);
  return {
    totalPositions: positions,
    totalSettled: settled,
    totalActive: positions - settled - sum(all, 'closed'),
    uniqueUsers: input.uniqueUsers,
    firstTradeTimestamp: input.firstTrade,
    lastTradeTimestamp: input.lastTrade,
    totalVolume: tokens(all, 'volume'),
    totalPremium: tokens(all, 'premium'),
    totalFees: tokens(all, 'fees'),
    totalReferralFees: tokens(all, 'referral_fees'),
    totalVolumeUsd: dollarText(volumeUsd),
    totalPremiumUsd: dollarText(premiumUsd),
    totalFeesUsd: dollarText(dollars(all, 'fees', prices)),
    ...overWindows((window) => windowOf(input.windows[window], prices)),
    byImplementationType: Object.fromEntries(
      [...new Set(all.map(({ product }) => product))]
        .sort()
        .map((product) => [product, productOf(product, input)]),
    ),
    exerciseRate: percent(sum(all, 'exercised'), settled),
    avgPremiumRatio:
      volumeUsd === undefined || premiumUsd === undefined || volumeUsd === 0n
        ? '0.00'
        : (Number((premiumUsd * 1_000_000n) / volumeUsd) / 10_000).toFixed(2),
    uniqueUsersNew: input.uniqueUsersNew,
  };
}

/** Returns the figures of one day; `day` counts from 1970. */
export function dayOf(day: number, rows: readonly TradeSums[], prices: SpotPrices) {
  return {
    date: new Date(day * DAY * 1000).toISOString().slice(0, 10),
    trades: sum(rows, 'positions'),
    volume: tokens(rows, 'volume'),
    premium: tokens(rows, 'premium'),
    fees: tokens(rows, 'fees'),
    volumeUsd: dollarText(dollars(rows, 'volume', prices)),
    premiumUsd: dollarText(dollars(rows, 'premium', prices)),
    feesUsd: dollarText(dollars(rows, 'fees', prices)),
  };
}

export function sum(
  rows: readonly TradeSums[],
  column: 'positions' | 'settled' | 'closed' | 'exercised' | 'buyer_wins',
): number {
  return rows.reduce((total, row) => total + row[column], 0);
}

function windowOf(rows: readonly TradeSums[], prices: SpotPrices) {
  return {
    positions: sum(rows, 'positions'),
    settled: sum(rows, 'settled'),
    volume: tokens(rows, 'volume'),
    premium: tokens(rows, 'premium'),
    fees: tokens(rows, 'fees'),
    referralFees: tokens(rows, 'referral_fees'),
    volumeUsd: dollarText(dollars(rows, 'volume', prices)),
    premiumUsd: dollarText(dollars(rows, 'premium', prices)),
    feesUsd: dollarText(dollars(rows, 'fees', prices)),
  };
}

function productOf(product: string, { all, windows, prices }: StatisticsInput) {
  const of = (rows: readonly TradeSums[]) => rows.filter((row) => row.product === product);
  const rows = of(all);
  const settled = sum(rows, 'settled');
  const count = sum(rows, 'positions');
  const buyerWins = sum(rows, 'buyer_wins');
  return {
    count,
    settled,
    active: count - settled - sum(rows, 'closed'),
    buyerWins,
    implementations: IMPLEMENTATIONS.filter((one) => one.product === product).map(({ address }) =>
      address.toLowerCase(),
    ),
    volume: tokens(rows, 'volume'),
    premium: tokens(rows, 'premium'),
    volumeUsd: dollarText(dollars(rows, 'volume', prices)),
    premiumUsd: dollarText(dollars(rows, 'premium', prices)),
    ...overWindows((window) => {
      const {
        fees: _,
        feesUsd: __,
        referralFees: ___,
        ...rest
      } = windowOf(of(windows[window]), prices);
      return rest;
    }),
    buyerWinRate: percent(buyerWins, settled),
  };
}

function overWindows<T>(of: (window: Window) => T): Record<Window, T> {
  return { '24h': of('24h'), '7d': of('7d'), '30d': of('30d') };
}

/** Returns totals in whole tokens by symbol; unknown tokens in base units, by address. */
function tokens(rows: readonly TradeSums[], column: AmountName): Record<string, string> {
  const totals = new Map<string, bigint>();
  for (const row of rows)
    totals.set(row.token, (totals.get(row.token) ?? 0n) + BigInt(row[column]));
  return Object.fromEntries(
    [...totals].map(([address, total]) => {
      const token = tokenAt(`0x${address.slice(2)}`);
      return [token?.symbol ?? address, wholeTokens(total, token?.decimals ?? 0)];
    }),
  );
}

/** Returns dollars with 8 decimals; undefined if the price of a token is unknown. */
function dollars(
  rows: readonly TradeSums[],
  column: AmountName,
  prices: SpotPrices,
): bigint | undefined {
  let total = 0n;
  for (const row of rows) {
    const amount = BigInt(row[column]);
    if (amount === 0n) continue;
    const token = tokenAt(`0x${row.token.slice(2)}`);
    const worth = token && worthOf(token);
    const price = worth === 'USD' ? 100_000_000n : worth && prices[worth];
    if (token === undefined || typeof price !== 'bigint') return undefined;
    total += (amount * price) / 10n ** BigInt(token.decimals);
  }
  return total;
}

/** Returns dollars with cents, rounded down. */
function dollarText(value: bigint | undefined): string | null {
  return value === undefined ? null : wholeTokens(value / 1_000_000n, 2);
}

function wholeTokens(amount: bigint, decimals: number): string {
  if (decimals === 0) return amount.toString();
  const text = amount.toString().padStart(decimals + 1, '0');
  return `${text.slice(0, -decimals)}.${text.slice(-decimals)}`.replace(/\.?0+$/, '');
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '0.00' : ((100 * part) / whole).toFixed(2);
}
