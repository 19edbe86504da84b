import { headlineWorth } from './headline.ts';
import type { PositionRow, PositionsView } from './position-view.ts';

/** Totals of an account's running positions. Dollars with 8 decimals. */
export interface Holdings {
  readonly count: number;
  /** Value of bought options less the debt of sold options; undefined when no value is known. */
  readonly marksUsd: bigint | undefined;
  /** Collateral that sold options lock; undefined when no value is known. */
  readonly collateralUsd: bigint | undefined;
  /** Number of positions without a known value, which the sums don't include. */
  readonly unknown: number;
}

/** Sums up the running positions, except those that the chain contradicts. */
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

/** Returns the sum of the known values; undefined if there are values but none is known. */
function sumOf(known: readonly bigint[], isSome: boolean): bigint | undefined {
  return isSome && known.length === 0 ? undefined : known.reduce((sum, one) => sum + one, 0n);
}

/** Returns false while some of the account's positions may not have been read. */
export function arePositionsRead({ chain, trouble, at }: PositionsView): boolean {
  if (chain !== undefined) return chain.since !== undefined && chain.progress === undefined;
  return trouble === undefined || at !== undefined;
}
