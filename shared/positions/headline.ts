import type { PositionRow, PositionWorth } from './position-view.ts';

/**
 * Returns the value that a position shows first. For a running option, returns the proceeds or cost
 * of closing now: the payoff at today's price would make an option at the money look like a total
 * loss. Ended options, and running options without a known volatility, have only the payoff or
 * payout.
 */
export function headlineWorth(
  row: Pick<PositionRow, 'state' | 'worth' | 'model' | 'verification'>,
): PositionWorth | undefined {
  if (row.verification === 'disagrees') return undefined;
  return isByModel(row) ? row.model : row.worth;
}

/** Returns true when the headline is the price of closing. */
export function isByModel({ state, model }: Pick<PositionRow, 'state' | 'model'>): boolean {
  return state === 'open' && model !== undefined;
}

/**
 * Returns a buyer's proceeds or a seller's cost of closing a running position now, positive, in
 * base units; undefined without live quotes.
 */
export function closingAmount(
  row: Pick<PositionRow, 'state' | 'model' | 'side'>,
): bigint | undefined {
  if (!isByModel(row) || row.model === undefined) return undefined;
  const { value } = row.model;
  return row.side === 'buyer' ? value : -value;
}
