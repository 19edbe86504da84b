import { isSameAddress } from '../is-same-address.ts';
import { hasAddressForm } from './address-form.ts';
import { hasEther } from './built-in-networks.ts';
import { BOOKS, CHAIN_ID, FACTORY_R12, OLDER_FACTORIES, type Token } from './deployments.ts';
import { LENDING_POOL } from './lending.ts';
import { listedToken } from './token-list.ts';
import { tokenAt, worthOf } from './tokens.ts';

/** Allowances above this amount are treated as unlimited, because no token has so many units. */
export const UNLIMITED = 2n ** 96n;

/** Permit2, at the same address on every chain. */
export const PERMIT2 = '0x000000000022d473030f116ddee9f6b43ac78ba3';

/**
 * A token's symbol and decimals, for showing amounts. Without decimals, amounts are shown in base
 * units.
 */
export interface TokenName {
  readonly symbol?: string;
  readonly decimals?: number;
  /** True if symbol and decimals are the contract's own claim. */
  readonly isClaim?: boolean;
  /**
   * Symbol of the known token that the contract's symbol imitates. The contract's own symbol is
   * omitted.
   */
  readonly imitates?: string;
}

/** Returns the name of a token by its address in any letter case. */
export type NameReader = (address: string) => TokenName | undefined;

/** Asset whose price is the price of one whole token: dollars (`USD`) or another asset. */
export interface TokenWorth {
  readonly asset: string;
  readonly decimals: number;
}

/** Worth of listed tokens by symbol, without the market's tokens. */
const LISTED_WORTH: Readonly<Record<string, string>> = {
  USDC: 'USD',
  'USDC.e': 'USD',
  USDbC: 'USD',
  USDT: 'USD',
  USDS: 'USD',
  DAI: 'USD',
  PYUSD: 'USD',
  WETH: 'ETH',
  WBTC: 'BTC',
  cbBTC: 'BTC',
};

export interface ChainContext {
  readonly coin: string;
  /**
   * True if the coin is worth one ether. A symbol doesn't prove this: test networks use it too, and
   * a site may have chosen it.
   */
  readonly isEther: boolean;
  /** Returns true for the address of one of Base's order books, if the chain isn't Base. */
  readonly isBookElsewhere: (address: string) => boolean;
  readonly isBook: (address: string) => boolean;
  /** Returns true for the lending pool, which takes only what its caller supplies. */
  readonly isPool: (address: string) => boolean;
  readonly isFactory: (address: string) => boolean;
  /** Returns true for a known request factory other than the one that Condor uses. */
  readonly isOtherFactory: (address: string) => boolean;
  /** Returns true for known contracts, without a look-up: books, pool, factory, tokens, Permit2. */
  readonly isContract: (address: string) => boolean;
  /** Returns a token that checks may rely on. */
  readonly tokenAt: (address: string) => Token | undefined;
  /** Returns the worth of a known or listed token; undefined when no price is known. */
  readonly worthAt: (address: string) => TokenWorth | undefined;
  /** Returns a name for display only: listed, watched by the user, or claimed by its contract. */
  readonly nameAt: NameReader;
}

/** Returns true for a known order book on Base; accepts any letter case. */
export function isOrderBook(address: string): boolean {
  return BOOKS.some((book) => book.address.toLowerCase() === address.toLowerCase());
}

/**
 * Returns the facts of a chain. Books and tokens are known on Base only, because on another chain
 * the same address is another contract.
 * @param named names in addition to built-in and listed names
 */
export function chainContext(
  chainId: number,
  coin: string,
  named: NameReader = () => undefined,
): ChainContext {
  if (chainId !== CHAIN_ID) {
    return {
      coin,
      isEther: hasEther(chainId),
      isBookElsewhere: isOrderBook,
      isBook: () => false,
      isPool: () => false,
      isFactory: () => false,
      isOtherFactory: () => false,
      isContract: () => false,
      tokenAt: () => undefined,
      worthAt: (address) => listedWorth(chainId, address),
      nameAt: (address) => listedToken(chainId, address) ?? named(address),
    };
  }
  return {
    coin,
    isEther: true,
    isBookElsewhere: () => false,
    isBook: isOrderBook,
    isPool: isLendingPool,
    isFactory,
    isOtherFactory,
    isContract: (address) =>
      isOrderBook(address) ||
      isLendingPool(address) ||
      isFactory(address) ||
      knownToken(address) !== undefined ||
      address.toLowerCase() === PERMIT2,
    tokenAt: knownToken,
    worthAt: (address) => knownWorth(address) ?? listedWorth(chainId, address),
    nameAt: (address) => knownToken(address) ?? listedToken(chainId, address) ?? named(address),
  };
}

const isLendingPool = (address: string) => isSameAddress(address, LENDING_POOL);

const isFactory = (address: string) => isSameAddress(address, FACTORY_R12);

function isOtherFactory(address: string): boolean {
  const factories = [...OLDER_FACTORIES, ...BOOKS.flatMap(({ factory }) => factory ?? [])];
  return !isFactory(address) && factories.some((one) => isSameAddress(one, address));
}

function knownToken(address: string): Token | undefined {
  return hasAddressForm(address) ? tokenAt(address) : undefined;
}

function knownWorth(address: string): TokenWorth | undefined {
  const token = knownToken(address);
  return token && worthAs(worthOf(token), token);
}

function listedWorth(chainId: number, address: string): TokenWorth | undefined {
  const token = listedToken(chainId, address);
  return token && worthAs(LISTED_WORTH[token.symbol], token);
}

const worthAs = (asset: string | undefined, { decimals }: Token): TokenWorth | undefined =>
  asset === undefined ? undefined : { asset, decimals };
