import type { ProductName } from '../chain/deployments.ts';
import type { Price8 } from '../units.ts';
import { type Leg, legsOf } from './legs.ts';
import { type Product, product } from './products.ts';
import { ascending, strikeProblem } from './strikes.ts';

/** What every payoff, size and model price of an option depends on. */
export interface OptionTerms {
  readonly product: Product;
  /** Ascending. */
  readonly strikes: readonly Price8[];
  readonly legs: readonly Leg[];
}

/** The terms of a product on strikes in any order; undefined when a strike rule is broken. */
export function termsOf(name: ProductName, strikes: readonly Price8[]): OptionTerms | undefined {
  if (strikeProblem(name, strikes) !== undefined) return undefined;
  const legs = legsOf(name, strikes);
  return legs && { product: product(name), strikes: ascending(strikes), legs };
}
