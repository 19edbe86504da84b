import type { PositionRecord } from '../../../shared/positions/record.ts';

/** Maximum number of positions of one account to show. Further positions are only counted. */
export const MAX_POSITIONS = 2_000;

/**
 * Keeps the running positions, then the newest ended positions, up to the limit. The order stays
 * unchanged.
 */
export function cutToNewest(
  positions: readonly PositionRecord[],
  most: number,
): readonly PositionRecord[] {
  if (positions.length <= most) return positions;
  const kept = new Set([...positions].sort(byWeight).slice(0, most));
  return positions.filter((position) => kept.has(position));
}

function byWeight(a: PositionRecord, b: PositionRecord): number {
  return Number(hasEnded(a)) - Number(hasEnded(b)) || b.entry.timestamp - a.entry.timestamp;
}

export function hasEnded({ status }: PositionRecord): boolean {
  return status === 'settled' || status === 'closed';
}
