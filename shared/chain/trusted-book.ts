import {
  Array as List,
  Optional,
  Object as Shape,
  type Static,
  String as Text,
  Unsafe,
} from 'typebox';
import { AddressSchema } from '../approvals/types.ts';
import { IMPLEMENTATIONS, type ProductName } from './deployments.ts';

const closed = { additionalProperties: false };
const PRODUCTS = [...new Set(IMPLEMENTATIONS.map(({ product }) => product))];
/** A protocol revision has some fifteen products. */
export const MAX_IMPLEMENTATIONS = 40;

/** An order book that the user trusts by hand, with the option contracts that its orders may use. */
export const TrustedBookSchema = Shape(
  {
    address: AddressSchema,
    factory: Optional(AddressSchema),
    implementations: List(
      Shape(
        {
          address: AddressSchema,
          product: Unsafe<ProductName>(Text({ pattern: `^(?:${PRODUCTS.join('|')})$` })),
        },
        closed,
      ),
      { minItems: 1, maxItems: MAX_IMPLEMENTATIONS },
    ),
  },
  closed,
);
export type TrustedBook = Static<typeof TrustedBookSchema>;

/** Why a book can't be trusted, with the address that it is about. */
export type BookProblem =
  /** Condor fills on this book already. */
  | { readonly kind: 'built in' }
  /** Letter case that isn't the address's checksum. */
  | { readonly kind: 'checksum'; readonly address: string }
  | { readonly kind: 'no code'; readonly address: string }
  /** Hash, nonce or domain of a sample order differ from ours. */
  | { readonly kind: 'not a book' }
  /** The contract locks other collateral than the product does. */
  | { readonly kind: 'other product'; readonly address: string }
  /** An address stands in the list twice. */
  | { readonly kind: 'repeated'; readonly address: string }
  /** A price feed of the protocol doesn't report 8 decimals. */
  | { readonly kind: 'price feed'; readonly address: string };

/** Returns the trusted book at an address of any letter case. */
export function trustedBookAt(
  books: readonly TrustedBook[],
  address: string,
): TrustedBook | undefined {
  return books.find((book) => book.address.toLowerCase() === address.toLowerCase());
}
