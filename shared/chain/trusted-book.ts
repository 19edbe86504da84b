import { Type } from 'typebox';
import { type Address, checksumAddress } from 'viem';
import { AddressSchema } from '../approvals/types.ts';
import { IMPLEMENTATIONS, type ProductName } from './deployments.ts';

const closed = { additionalProperties: false };
const PRODUCTS = [...new Set(IMPLEMENTATIONS.map(({ product }) => product))];
/** A protocol revision has about fifteen products. */
export const MAX_IMPLEMENTATIONS = 40;

/** An order book that the user trusts, with the allowed option contracts of its orders. */
export const TrustedBookSchema = Type.Object(
  {
    address: AddressSchema,
    factory: Type.Optional(AddressSchema),
    implementations: Type.Array(
      Type.Object(
        {
          address: AddressSchema,
          product: Type.Unsafe<ProductName>(
            Type.String({ pattern: `^(?:${PRODUCTS.join('|')})$` }),
          ),
        },
        closed,
      ),
      { minItems: 1, maxItems: MAX_IMPLEMENTATIONS },
    ),
  },
  closed,
);
export type TrustedBook = Type.Static<typeof TrustedBookSchema>;

/** Why a book can't be trusted, and the affected address. */
export type BookProblem =
  /** Condor already fills on this book. */
  | { readonly kind: 'built in' }
  /** The letter case isn't the address's checksum. */
  | { readonly kind: 'checksum'; readonly address: string }
  | { readonly kind: 'no code'; readonly address: string }
  /** Hash, nonce or domain of a sample order differ from the expected ones. */
  | { readonly kind: 'not a book' }
  /** The contract locks another collateral than the product. */
  | { readonly kind: 'other product'; readonly address: string }
  /** An address appears in the list twice. */
  | { readonly kind: 'repeated'; readonly address: string }
  /** The maximum number of books is trusted. */
  | { readonly kind: 'full' };

/** A trusted book with checksum addresses. */
export interface ChecksummedBook extends TrustedBook {
  address: Address;
  factory?: Address;
  implementations: { address: Address; product: ProductName }[];
}

/** Returns the book with checksum addresses. */
export function checksummed({ address, factory, implementations }: TrustedBook): ChecksummedBook {
  const exact = (text: string) => checksumAddress(`0x${text.slice(2).toLowerCase()}`);
  return {
    address: exact(address),
    ...(factory === undefined ? {} : { factory: exact(factory) }),
    implementations: implementations.map((one) => ({ ...one, address: exact(one.address) })),
  };
}

/** Returns the trusted book at an address; accepts any letter case. */
export function trustedBookAt(
  books: readonly TrustedBook[],
  address: string,
): TrustedBook | undefined {
  return books.find((book) => book.address.toLowerCase() === address.toLowerCase());
}
