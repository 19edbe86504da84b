import type { ProductName } from '../chain/implementations.ts';
import type { Price8 } from '../units.ts';
import { type Leg, legsOf } from './legs.ts';
import { type Product, product } from './products.ts';
import { ascending, strikeProblem } from './strikes.ts';

/** The terms that determine every payoff, size and model price of an option. */
export interface OptionTerms {
  readonly product: Product;
  /** Ascending. */
  readonly strikes: readonly Price8[];
  readonly legs: readonly Leg[];
}

/** Returns the terms of a product for strikes in any order; undefined when they break a rule. */
export function termsOf(name: ProductName, strikes: readonly Price8[]): OptionTerms | undefined {
  if (strikeProblem(name, strikes) !== undefined) return undefined;
  const legs = legsOf(name, strikes);
  return legs && { product: product(name), strikes: ascending(strikes), legs };
}

/**
 * Returns false for physical products whose terms aren't confirmed: their result at expiry isn't
 * known. Otherwise the profit follows from the legs. A buyer exercises a confirmed physical option
 * if that is profitable, and the exchanged tokens count at the price at expiry.
 */
export function hasProfitCurve({
  product: { isPhysical, isPayoffConfirmed },
}: OptionTerms): boolean {
  return !isPhysical || isPayoffConfirmed;
}
