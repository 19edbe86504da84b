import { headlineWorth } from './headline.ts';
import type { PositionRow, PositionsView } from './position-view.ts';

/** Contribution of running positions to an account's total. Dollars with 8 decimals. */
export interface Holdings {
  readonly count: number;
  /**
   * Marks of bought options, less the debt of sold ones; undefined when no position has a known value.
   */
  readonly marksUsd: bigint | undefined;
  /** Locked collateral of sold options; undefined when none of them has a known value. */
  readonly collateralUsd: bigint | undefined;
  /** Number of positions without a known value, which no sum includes. */
  readonly unknown: number;
}

/** Sums up the running positions. Positions that the chain contradicts don't count. */
export function holdingsOf(rows: readonly PositionRow[]): Holdings {
  const running = rows.filter(
    ({ state, verification }) =>
      (state === 'open' || state === 'awaitingSettlement') && verification !== 'disagrees',
  );
  const worths = running.flatMap((row) => {
    const { valueUsd, stakeUsd } = headlineWorth(row) ?? {};
    const isSold = row.side === 'seller';
    return valueUsd === undefined || (isSold && stakeUsd === undefined)
      ? []
      : [{ mark: valueUsd, collateral: isSold ? (stakeUsd ?? 0n) : undefined }];
  });
  const collaterals = worths.flatMap(({ collateral }) => collateral ?? []);
  const isSelling = running.some(({ side }) => side === 'seller');
  return {
    count: running.length,
    marksUsd: sumOf(
      worths.map(({ mark }) => mark),
      running.length > 0,
    ),
    collateralUsd: sumOf(collaterals, isSelling),
    unknown: running.length - worths.length,
  };
}

/**
 * Returns the sum of the known values; undefined when no value is known although there are some.
 */
function sumOf(known: readonly bigint[], isSome: boolean): bigint | undefined {
  return isSome && known.length === 0 ? undefined : known.reduce((sum, one) => sum + one, 0n);
}

/** Returns true unless positions of the account may not have been read yet. */
export function arePositionsRead({ chain, trouble, at }: PositionsView): boolean {
  if (chain !== undefined) return chain.since !== undefined && chain.progress === undefined;
  return trouble === undefined || at !== undefined;
}
