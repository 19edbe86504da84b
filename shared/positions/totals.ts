import { floorDivide } from '../orders/rounding.ts';
import { paidFor } from './cost.ts';
import { headlineWorth } from './headline.ts';
import type { PositionRow } from './position-view.ts';

/** Sums in one token, in base units. */
export interface TokenTotals {
  readonly token: PositionRow['token'];
  /** Premiums paid as a buyer, including fees. */
  readonly paid: bigint;
  /** Premiums received as a seller, less fees. */
  readonly received: bigint;
  /**
   * False if no position in this token has a known cost. `paid` and `received` are then
   * meaningless.
   */
  readonly isCostKnown: boolean;
  /** Sum of the positions with a known value; undefined if there are none. */
  readonly value: bigint | undefined;
  readonly profit: bigint | undefined;
}

export interface PositionTotals {
  readonly count: number;
  /** In the order of their first position. */
  readonly tokens: readonly TokenTotals[];
  /** Sum of the known dollar values, 8 decimals; undefined if none is known. */
  readonly valueUsd: bigint | undefined;
  readonly profitUsd: bigint | undefined;
  /** Profit in basis points of the summed stakes, rounded down. */
  readonly profitBps: bigint | undefined;
  /**
   * Number of positions that the sums in tokens leave out. `unknownUsd` is the number for the sums
   * in dollars.
   */
  readonly unknown: number;
  readonly unknownUsd: number;
  /** Number of received positions without a known cost, which the sums leave out. */
  readonly unknownCost: number;
  /**
   * Number of positions that contradict the chain. All sums and other counts leave out these
   * positions.
   */
  readonly disagreeing: number;
  /** Number of positions in the sums that aren't compared with the chain yet. */
  readonly unchecked: number;
  /** Number of positions that match the chain, but lack a receipt for premium or payout. */
  readonly unproven: number;
}

/**
 * Sums up rows. Unknown values are counted separately and left out, never treated as zero.
 * Positions that contradict the chain are also left out.
 */
export function totalsOf(all: readonly PositionRow[]): PositionTotals {
  const rows = all.filter(({ verification }) => verification !== 'disagrees');
  const tokens = new Map<string, PositionRow[]>();
  for (const row of rows) {
    const same = tokens.get(row.token.address);
    if (same === undefined) tokens.set(row.token.address, [row]);
    else same.push(row);
  }
  const inUsd = rows.flatMap((row) => {
    const worth = headlineWorth(row);
    return worth?.valueUsd === undefined ? [] : [worth.valueUsd];
  });
  const gains = rows.flatMap((row) => {
    const { profitUsd, stakeUsd } = headlineWorth(row) ?? {};
    return profitUsd === undefined ? [] : [{ profit: profitUsd, stake: stakeUsd ?? 0n }];
  });
  const stake = sum(gains.map((one) => one.stake));
  const isGainKnown = gains.length > 0;
  const profitUsd = sum(gains.map(({ profit }) => profit));
  return {
    count: rows.length,
    tokens: [...tokens.values()].flatMap(tokenTotals),
    valueUsd: inUsd.length > 0 ? sum(inUsd) : undefined,
    profitUsd: isGainKnown ? profitUsd : undefined,
    profitBps: isGainKnown && stake > 0n ? floorDivide(profitUsd * 10_000n, stake) : undefined,
    unknown: rows.filter((row) => headlineWorth(row) === undefined).length,
    unknownUsd: rows.length - inUsd.length,
    unknownCost: rows.filter(isCostUnknown).length,
    disagreeing: all.length - rows.length,
    unchecked: rows.filter(({ verification }) => verification === 'notChecked').length,
    unproven: rows.filter(
      ({ verification, isMoneyProven }) => verification === 'verified' && !isMoneyProven,
    ).length,
  };
}

function tokenTotals(rows: readonly PositionRow[]): TokenTotals[] {
  const [first] = rows;
  if (first === undefined) return [];
  const known = rows.flatMap((row) => headlineWorth(row) ?? []);
  const gains = known.flatMap(({ profit }) => (profit === undefined ? [] : [profit]));
  const costs = (side: PositionRow['side']) =>
    rows.flatMap((row) => (row.side === side ? (paidFor(row) ?? []) : []));
  return [
    {
      token: first.token,
      paid: sum(costs('buyer')),
      received: sum(costs('seller')),
      isCostKnown: !rows.every(isCostUnknown),
      value: known.length === 0 ? undefined : sum(known.map(({ value }) => value)),
      profit: gains.length === 0 ? undefined : sum(gains),
    },
  ];
}

/** Returns true for a received position without an entered cost. */
function isCostUnknown(row: PositionRow): boolean {
  return paidFor(row) === undefined;
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}
