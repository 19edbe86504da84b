import type { Scene } from '../../../shared/desk/portfolio-curve.ts';

const HOUR_SECONDS = 3_600;
/** Hours; a portfolio that ends sooner moves in hours instead of days. */
const MAX_IN_HOURS = 72;

/** Moves from today's market that the user imagines. */
export interface Moves {
  /** Per cent of the spot price. */
  readonly spot: number;
  /** Points of volatility. */
  readonly volatility: number;
  readonly hours: number;
}

export const NO_MOVES: Moves = { spot: 0, volatility: 0, hours: 0 };

/** Returns the moment and market after these moves. */
export function sceneAfter(moves: Moves, now: number): Scene {
  return { at: now + moves.hours * HOUR_SECONDS, volatilityShift: moves.volatility / 100 };
}

export function isMoved(moves: Moves): boolean {
  return moves.spot !== 0 || moves.volatility !== 0 || moves.hours !== 0;
}

/** Returns the steps in hours and their number until the last expiry. Unix seconds. */
export function timeSteps(
  last: number,
  now: number,
): { readonly hours: number; readonly count: number } {
  const left = (last - now) / HOUR_SECONDS;
  const hours = left < MAX_IN_HOURS ? 1 : 24;
  return { hours, count: Math.max(1, Math.ceil(left / hours)) };
}
