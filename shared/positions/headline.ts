import type { PositionRow, PositionWorth } from '../messages/positions.ts';

/**
 * Returns the worth that a position is shown with first. For a running option that is the model's
 * mark: settled now, an option at the money would look like a total loss. Ended options, and running
 * ones without a known volatility, have only the settled value.
 */
export function headlineWorth(
  row: Pick<PositionRow, 'state' | 'worth' | 'model' | 'verification'>,
): PositionWorth | undefined {
  if (row.verification === 'disagrees') return undefined;
  return isByModel(row) ? row.model : row.worth;
}

/** Returns true when the headline is the model's mark. */
export function isByModel({ state, model }: Pick<PositionRow, 'state' | 'model'>): boolean {
  return state === 'open' && model !== undefined;
}
