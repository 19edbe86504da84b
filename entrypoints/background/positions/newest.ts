import type { PositionRecord } from '../../../shared/positions/record.ts';

/** Positions of one account that are shown; what an indexer tells beyond them is counted. */
export const MOST_POSITIONS = 2_000;

/** Those that run first, then the newest, as many as are wanted; in the order in which they were told. */
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
