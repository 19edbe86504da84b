import { implementationAt, type Product } from '../orders/products.ts';
import type { PositionRecord } from './record.ts';

/** Returns an option's product, by its implementation; undefined for an unknown implementation. */
export function productOfPosition({
  implementation,
}: Pick<PositionRecord, 'implementation'>): Product | undefined {
  return implementation === undefined ? undefined : implementationAt(implementation)?.product;
}
