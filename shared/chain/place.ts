import { tokenAt } from '../orders/tokens.ts';
import { hasAddressForm } from './address-form.ts';
import { BOOKS, CHAIN_ID, type Token } from './deployments.ts';
import { type TrustedBook, trustedBookAt } from './trusted-book.ts';

/** Above this an allowance is one without limit: no token has so many units. */
export const UNLIMITED = 2n ** 96n;

/** The one contract of that name on every chain that has it. */
export const PERMIT2 = '0x000000000022d473030f116ddee9f6b43ac78ba3';

/** What is known of the chain that something happens on. */
export interface Place {
  /** Symbol of the chain's coin. */
  readonly coin: string;
  /** Whether the address is one of the known order books. */
  readonly isBook: (address: string) => boolean;
  /** Whether it is one that the user trusts by hand. */
  readonly isTrustedBook: (address: string) => boolean;
  /** Known to be a contract, so that nobody has to ask the chain: a book, a token, or Permit2. */
  readonly isContract: (address: string) => boolean;
  readonly tokenAt: (address: string) => Token | undefined;
}

/** One of the known order books, by its address on Base in any letter case. */
export function isOrderBook(address: string): boolean {
  return BOOKS.some((book) => book.address.toLowerCase() === address.toLowerCase());
}

/** Books and tokens are known on Base only: at another chain's same address stands something else. */
export function placeOf(
  chainId: number,
  coin: string,
  trusted: readonly TrustedBook[] = [],
): Place {
  if (chainId !== CHAIN_ID) {
    return {
      coin,
      isBook: () => false,
      isTrustedBook: () => false,
      isContract: () => false,
      tokenAt: () => undefined,
    };
  }
  const isTrustedBook = (address: string) => trustedBookAt(trusted, address) !== undefined;
  const isBook = (address: string) => isOrderBook(address) || isTrustedBook(address);
  return {
    coin,
    isBook,
    isTrustedBook,
    isContract: (address) =>
      isBook(address) || knownToken(address) !== undefined || address.toLowerCase() === PERMIT2,
    tokenAt: knownToken,
  };
}

function knownToken(address: string): Token | undefined {
  return hasAddressForm(address) ? tokenAt(address) : undefined;
}
