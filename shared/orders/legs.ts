import type { ProductName } from '../chain/implementations.ts';
import { type Price8, price8 } from '../units.ts';
import { product } from './products.ts';
import { ascending } from './strikes.ts';

/** A plain option in a structure. The buyer has `weight` of it per contract. */
export interface Leg {
  readonly kind: 'call' | 'put';
  readonly strike: Price8;
  readonly weight: bigint;
}

type LegTable = Readonly<
  Record<ProductName, readonly (readonly ['call' | 'put', strikeIndex: number, weight: bigint])[]>
>;

const CONDOR = [
  ['call', 0, 1n],
  ['call', 1, -1n],
  ['call', 2, -1n],
  ['call', 3, 1n],
] as const;

/**
 * Every product as a sum of plain options on its ascending strikes, in dollars per contract.
 * Inverse and physical calls pay in tokens that are worth these dollars. Payoff, picture and model
 * price use this table. The linear call is capped at twice its strike: see `legsOf`. Source:
 * options-protocol.md, section 2.6. The deployed `IRON_CONDOR` pays in its wings, so the wallet
 * shows it as a reverse iron condor.
 */
const LEGS: LegTable = {
  PUT: [['put', 0, 1n]],
  PHYSICAL_PUT: [['put', 0, 1n]],
  INVERSE_CALL: [['call', 0, 1n]],
  PHYSICAL_CALL: [['call', 0, 1n]],
  CALL_LOAN: [['call', 0, 1n]],
  LINEAR_CALL: [['call', 0, 1n]],
  CALL_SPREAD: [
    ['call', 0, 1n],
    ['call', 1, -1n],
  ],
  INVERSE_CALL_SPREAD: [
    ['call', 0, 1n],
    ['call', 1, -1n],
  ],
  PUT_SPREAD: [
    ['put', 1, 1n],
    ['put', 0, -1n],
  ],
  CALL_FLY: [
    ['call', 0, 1n],
    ['call', 1, -2n],
    ['call', 2, 1n],
  ],
  PUT_FLY: [
    ['put', 2, 1n],
    ['put', 1, -2n],
    ['put', 0, 1n],
  ],
  CALL_CONDOR: CONDOR,
  PUT_CONDOR: [
    ['put', 3, 1n],
    ['put', 2, -1n],
    ['put', 1, -1n],
    ['put', 0, 1n],
  ],
  IRON_CONDOR: [
    ['put', 1, 1n],
    ['put', 0, -1n],
    ['call', 2, 1n],
    ['call', 3, -1n],
  ],
  RANGER: CONDOR,
};

/**
 * Returns the legs of a product on these strikes (in any order). Undefined for a wrong number of
 * strikes, for example the two-strike ranger of r10, whose payoff is unknown.
 */
export function legsOf(name: ProductName, strikes: readonly Price8[]): readonly Leg[] | undefined {
  if (strikes.length !== product(name).strikeCount) return undefined;
  const sorted = ascending(strikes);
  const legs: Leg[] = [];
  for (const [kind, index, weight] of LEGS[name]) {
    const strike = sorted[index];
    if (strike === undefined) return undefined;
    legs.push({ kind, strike, weight });
    if (name === 'LINEAR_CALL') legs.push({ kind, strike: price8(strike * 2n), weight: -weight });
  }
  return legs;
}

/**
 * Returns the exact payoff of the legs at a settlement price, in dollars per contract (8 decimals).
 */
export function legsPayoff(legs: readonly Leg[], settlementPrice: Price8): Price8 {
  let sum = 0n;
  for (const { kind, strike, weight } of legs) {
    const inner = kind === 'call' ? settlementPrice - strike : strike - settlementPrice;
    if (inner > 0n) sum += weight * inner;
  }
  return price8(sum);
}

/** Returns the settlement prices at the payoff's kinks, ascending without duplicates. */
export function kinksOf(legs: readonly Leg[]): readonly Price8[] {
  return ascending([...new Set(legs.map((leg) => leg.strike))]);
}
