import type { PositionRow, PositionWorth } from './position-view.ts';

/**
 * Returns the value that a position shows first. For a running option it is the model's mark,
 * because at today's settlement an option at the money would look like a total loss. Ended options,
 * and running ones without a known volatility, only have the settled value.
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
