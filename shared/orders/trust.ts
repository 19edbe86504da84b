import { type TrustedBook, trustedBookAt } from '../chain/trusted-book.ts';
import type { SignedOrder } from './order.ts';

/**
 * Marks an order of a trusted book, and the product of its option contract. An implementation is
 * trusted for its own book only. Removes any earlier mark.
 */
export function withTrust<Signed extends SignedOrder>(
  signed: Signed,
  books: readonly TrustedBook[],
): Signed {
  const { isTrustedBook: _book, order, ...rest } = signed;
  const { trustedAs: _product, ...bare } = order;
  const book = trustedBookAt(books, signed.optionBookAddress);
  if (book === undefined) return { ...signed, ...rest, isTrustedBook: undefined, order: bare };
  const found = book.implementations.find(
    ({ address }) => address.toLowerCase() === order.implementation.toLowerCase(),
  );
  return {
    ...signed,
    isTrustedBook: true,
    order: found === undefined ? bare : { ...bare, trustedAs: found.product },
  };
}
