import type { PositionRow } from '../positions/position-view.ts';
import { toNumber8 } from '../units.ts';
import { candidate, holdingsIn } from './holding.ts';
import type { Offset } from './offsets.ts';
import { curvePrices, profitsAt, type Scene } from './portfolio-curve.ts';

/** Profits at expiry by the asset's price in dollars, for drawing and tables. */
export interface OffsetCurves {
  /** Ascending. */
  readonly prices: readonly number[];
  readonly own: readonly number[];
  readonly opposite: readonly number[];
  readonly both: readonly number[];
}

const AT_EXPIRY: Scene = { at: Number.POSITIVE_INFINITY, volatilityShift: 0 };

/**
 * Returns the profits of a position, of its offset, and of the two together. Undefined for a
 * position without a known cost or with a delivery.
 */
export function offsetCurves(position: PositionRow, { fill }: Offset): OffsetCurves | undefined {
  if (position.isPhysical) return undefined;
  const spot = toNumber8(fill.spot);
  const [own] = holdingsIn(fill.row.asset, [position], spot);
  if (own?.cost === undefined) return undefined;
  const opposite = candidate(fill, undefined);
  const prices = curvePrices([own, opposite], spot, AT_EXPIRY);
  const profitsOf = (...some: Parameters<typeof profitsAt>[0]) =>
    profitsAt(some, prices, AT_EXPIRY);
  return {
    prices,
    own: profitsOf(own),
    opposite: profitsOf(opposite),
    both: profitsOf(own, opposite),
  };
}
