import { price8, toNumber8 } from '../units.ts';
import type { Combination } from './combine.ts';
import { profitToday } from './offer.ts';

/** A range of settlement prices in dollars in which a trade gains or loses. */
export interface ProfitBand {
  readonly from: number;
  readonly to: number;
  readonly isGain: boolean;
}

/**
 * Returns the ranges between a trade's break-evens, ascending from 0. The last range has no end.
 */
export function profitBands({
  fills,
  breakEvens,
}: Pick<Combination, 'fills' | 'breakEvens'>): readonly ProfitBand[] {
  const edges = [price8(0n), ...breakEvens];
  return edges.map((from, i) => {
    const to = edges[i + 1];
    const inside = price8(to === undefined ? from * 2n + 1n : (from + to) / 2n);
    const profit = fills.reduce((sum, fill) => sum + profitToday(fill, inside), 0n);
    return {
      from: toNumber8(from),
      to: to === undefined ? Number.POSITIVE_INFINITY : toNumber8(to),
      isGain: profit > 0n,
    };
  });
}
