import type { OrderRow } from '../messages/market.ts';
import { MAX_EXPIRIES, type Pick } from './combine.ts';
import { liveQuoteOf, termsKey } from './one-row-per-terms.ts';

const MAX_LEGS = 6;
const ONE_CONTRACT = 1_000_000n;

/** Reason why a quote can't be added to the trade as a leg. */
export type LegProblem = 'otherAsset' | 'thirdExpiry' | 'delivery' | 'tooMany';

/** Adds one contract of a quote as the last leg, or removes the leg with the same terms. */
export function toggleLeg(legs: readonly Pick[], row: OrderRow): readonly Pick[] | LegProblem {
  const others = legs.filter((leg) => termsKey(leg.row) !== termsKey(row));
  if (others.length < legs.length) return others;
  if (row.physical) return 'delivery';
  if (legs.some((leg) => leg.row.asset !== row.asset)) return 'otherAsset';
  if (new Set([...legs.map((leg) => leg.row.expiry), row.expiry]).size > MAX_EXPIRIES)
    return 'thirdExpiry';
  if (legs.length >= MAX_LEGS) return 'tooMany';
  const most = mostMillionths(row);
  return [...legs, { row, millionths: most < ONE_CONTRACT ? most : ONE_CONTRACT }];
}

/** A leg with the makers' current best quote. */
export interface LiveLeg extends Pick {
  /** False when no maker offers these terms any more. The leg then keeps its last quote. */
  readonly isLive: boolean;
}

/** Gives each leg the best quote with the leg's terms. `now` is in Unix seconds. */
export function liveLegs(
  legs: readonly Pick[],
  rows: readonly OrderRow[],
  now: number,
): readonly LiveLeg[] {
  return legs.map(({ row, millionths }) => {
    const best = liveQuoteOf(row, rows, now);
    return { row: best ?? row, millionths, isLive: best !== undefined };
  });
}

/** Returns the number of contracts (in millionths) that the maker's budget allows. */
export function mostMillionths({ available, collateralDecimals }: OrderRow): bigint {
  return (available * ONE_CONTRACT) / 10n ** BigInt(collateralDecimals);
}
