import {
  Array as List,
  Optional,
  Object as Shape,
  type Static,
  String as Text,
  Unsafe,
} from 'typebox';
import { type Address, checksumAddress } from 'viem';
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
  /** As many books are trusted as there can be. */
  | { readonly kind: 'full' };

/** A trusted book whose addresses have their checksums. */
export interface ChecksummedBook extends TrustedBook {
  address: Address;
  factory?: Address;
  implementations: { address: Address; product: ProductName }[];
}

/** Returns the book with its addresses in checksum case. */
export function checksummed({ address, factory, implementations }: TrustedBook): ChecksummedBook {
  const exact = (text: string) => checksumAddress(`0x${text.slice(2).toLowerCase()}`);
  return {
    address: exact(address),
    ...(factory === undefined ? {} : { factory: exact(factory) }),
    implementations: implementations.map((one) => ({ ...one, address: exact(one.address) })),
  };
}

/** Returns the trusted book at an address of any letter case. */
export function trustedBookAt(
  books: readonly TrustedBook[],
  address: string,
): TrustedBook | undefined {
  return books.find((book) => book.address.toLowerCase() === address.toLowerCase());
}
