import type { Scene } from '../../../shared/desk/portfolio-curve.ts';

const HOUR_SECONDS = 3_600;

/** Changes of the current market that the user assumes. */
export interface Moves {
  /** In per cent of the spot price. */
  readonly spot: number;
  /** In percentage points. */
  readonly volatility: number;
  readonly hours: number;
}

export const NO_MOVES: Moves = { spot: 0, volatility: 0, hours: 0 };

/** Returns the assumed time and market. */
export function sceneAfter(moves: Moves, now: number): Scene {
  return { at: now + moves.hours * HOUR_SECONDS, volatilityShift: moves.volatility / 100 };
}

export function isMoved(moves: Moves): boolean {
  return moves.spot !== 0 || moves.volatility !== 0 || moves.hours !== 0;
}
