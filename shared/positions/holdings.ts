import { headlineWorth } from './headline.ts';
import type { PositionRow } from './position-view.ts';

/** Contribution of running positions to an account's total. Dollars with 8 decimals. */
export interface Holdings {
  readonly count: number;
  /** Marks of bought options, less the debt of sold ones. */
  readonly marksUsd: bigint;
  /** Locked collateral of sold options. */
  readonly collateralUsd: bigint;
  /** Number of positions without a known value, which no sum includes. */
  readonly unknown: number;
}

/** Sums up the running positions. Positions that the chain contradicts don't count. */
export function holdingsOf(rows: readonly PositionRow[]): Holdings {
  const running = rows.filter(
    ({ state, verification }) =>
      (state === 'open' || state === 'awaiting settlement') && verification !== 'disagrees',
  );
  let [marksUsd, collateralUsd, unknown] = [0n, 0n, 0];
  for (const row of running) {
    const { valueUsd, stakeUsd } = headlineWorth(row) ?? {};
    if (valueUsd === undefined || (row.side === 'seller' && stakeUsd === undefined)) {
      unknown += 1;
      continue;
    }
    marksUsd += BigInt(valueUsd);
    if (row.side === 'seller') collateralUsd += BigInt(stakeUsd ?? '0');
  }
  return { count: running.length, marksUsd, collateralUsd, unknown };
}
