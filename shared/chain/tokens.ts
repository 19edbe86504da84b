import type { Address } from 'viem';
import { PRICE_FEEDS, TOKENS, type Token } from './deployments.ts';

/**
 * Asset whose price is the price of one whole token, by the token's symbol. `USD` means dollars.
 */
const WORTH: Readonly<Record<string, string>> = {
  USDC: 'USD',
  aBasUSDC: 'USD',
  WETH: 'ETH',
  aBasWETH: 'ETH',
  cbBTC: 'BTC',
  aBascbBTC: 'BTC',
  cbDOGE: 'DOGE',
  cbXRP: 'XRP',
};

const TOKEN_BY_ADDRESS: ReadonlyMap<string, Token> = new Map(
  TOKENS.map((token) => [token.address.toLowerCase(), token]),
);
const ASSET_BY_FEED: ReadonlyMap<string, string> = new Map(
  PRICE_FEEDS.map((feed) => [feed.address.toLowerCase(), feed.asset]),
);

/** Returns a known token by its address in any letter case. */
export function tokenAt(address: Address): Token | undefined {
  return TOKEN_BY_ADDRESS.get(address.toLowerCase());
}

/** Returns the ticker of a price feed's asset; undefined for an unknown feed. */
export function assetOfFeed(priceFeed: Address): string | undefined {
  return ASSET_BY_FEED.get(priceFeed.toLowerCase());
}

/**
 * Returns `'USD'` for dollar tokens, otherwise the ticker of the asset whose price the token has.
 */
export function worthOf(token: Token): string | undefined {
  return WORTH[token.symbol];
}

/** Symbols of the tokens on Base that Home shows without a balance, in order. */
export const HOME_TOKENS = ['USDC', 'WETH', 'cbBTC'];

/** Returns true when Home shows a token of Base that isn't watched. */
export function isHomeToken(address: string): boolean {
  const token = tokenAt(address as Address);
  return token !== undefined && HOME_TOKENS.includes(token.symbol);
}
