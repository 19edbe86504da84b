import { type TrustedBook, trustedBookAt } from '../chain/trusted-book.ts';
import { implementationAt, type Product, product } from '../orders/products.ts';
import type { PositionRecord } from './record.ts';

/** Returns an option's product by its implementation; undefined for an unknown one. */
export function productOfPosition({
  implementation,
  trusted = [],
}: Pick<PositionRecord, 'implementation' | 'trusted'>): Product | undefined {
  if (implementation === undefined) return undefined;
  const known = implementationAt(implementation);
  if (known !== undefined) return known.product;
  const found = trusted.find(
    ({ address }) => address.toLowerCase() === implementation.toLowerCase(),
  );
  return found && product(found.product);
}

/** Marks a position of a book that the user trusts with that book's option contracts. */
export function withTrustedBook(
  position: PositionRecord,
  books: readonly TrustedBook[],
): PositionRecord {
  const book = trustedBookAt(books, position.createdBy);
  return book === undefined ? position : { ...position, trusted: book.implementations };
}
