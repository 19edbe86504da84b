import { type TrustedBook, trustedBookAt } from '../chain/trusted-book.ts';
import type { SignedOrder } from './order.ts';

/**
 * Marks an order of a book that the user trusts, and with it the product of its option contract. An
 * implementation is trusted for its own book only. Any earlier mark is dropped.
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
