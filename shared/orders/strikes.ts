import type { ProductName } from '../chain/implementations.ts';
import type { Price8 } from '../units.ts';
import { product } from './products.ts';

/** Returns an ascending copy. Use it only for arithmetic: signed strikes must keep their order. */
export function ascending(strikes: readonly Price8[]): readonly Price8[] {
  return strikes.length < 2 ? strikes : [...strikes].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

export const STRIKE_PROBLEMS = [
  'wrong-count',
  'not-positive',
  'unordered',
  'equal-strikes',
  'unequal-wings',
] as const;
export type StrikeProblem = (typeof STRIKE_PROBLEMS)[number];

/**
 * Returns the first rule that a product's signed strikes break; undefined if they break no rule.
 * Strikes may be signed ascending or descending, but not mixed. Butterflies, condors and rangers
 * have equal wings. An iron condor's two inner strikes may be equal. Source: reference section 2.6.
 */
export function strikeProblem(
  name: ProductName,
  strikes: readonly Price8[],
): StrikeProblem | undefined {
  if (strikes.length !== product(name).strikeCount) return 'wrong-count';
  if (strikes.some((strike) => strike <= 0n)) return 'not-positive';
  const sorted = ascending(strikes);
  const isAscending = strikes.every((strike, i) => strike === sorted[i]);
  const isDescending = strikes.every((strike, i) => strike === sorted[sorted.length - 1 - i]);
  if (!isAscending && !isDescending) return 'unordered';
  const gaps = sorted.slice(1).map((strike, i) => strike - (sorted[i] ?? 0n));
  if (gaps.some((gap, i) => gap === 0n && !(name === 'IRON_CONDOR' && i === 1)))
    return 'equal-strikes';
  if (name !== 'IRON_CONDOR' && gaps.length > 1 && gaps[0] !== gaps[gaps.length - 1])
    return 'unequal-wings';
  return undefined;
}
