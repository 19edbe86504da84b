import type { Address } from 'viem';
import { isSameAddress } from '../is-same-address.ts';
import { TOKENS, type Token } from './deployments.ts';

/**
 * The Aave v3 pool on Base (proxy), and the assets whose receipts orders accept as collateral. A
 * receipt is worth one unit of its asset. The balance of a receipt grows with the pool's index.
 */
export const LENDING_POOL: Address = '0xA238Dd80C259a72e81d7e4664a9801593F98d1c5';

export interface Reserve {
  readonly asset: Token;
  readonly receipt: Token;
}

function tokenNamed(symbol: string): Token {
  const token = TOKENS.find((one) => one.symbol === symbol);
  if (token === undefined) throw new Error(`There is no token "${symbol}".`);
  return token;
}

export const RESERVES: readonly Reserve[] = ['USDC', 'WETH', 'cbBTC'].map((symbol) => ({
  asset: tokenNamed(symbol),
  receipt: tokenNamed(`aBas${symbol}`),
}));

export function reserveOf(symbol: string): Reserve {
  const reserve = RESERVES.find(({ asset }) => asset.symbol === symbol);
  if (reserve === undefined) throw new Error(`The pool has no "${symbol}".`);
  return reserve;
}

/** Returns the reserve of a token that is an asset or a receipt of the pool. */
export function reserveWith(token: string): Reserve | undefined {
  return RESERVES.find(
    ({ asset, receipt }) =>
      isSameAddress(asset.address, token) || isSameAddress(receipt.address, token),
  );
}

/** Parses the state of a reserve from Aave's configuration word. */
export function reserveFlags(configuration: bigint) {
  const has = (bit: bigint) => ((configuration >> bit) & 1n) === 1n;
  const isOpen = has(56n) && !has(60n);
  return {
    canSupply: isOpen && !has(57n),
    canWithdraw: isOpen,
    /** Maximum supply in whole tokens; 0 without a maximum. */
    cap: (configuration >> 116n) & ((1n << 36n) - 1n),
  };
}

/** Returns the reserve whose asset or receipt has this symbol. */
export function reserveNamed(symbol: string): Reserve | undefined {
  return RESERVES.find(
    ({ asset, receipt }) => asset.symbol === symbol || receipt.symbol === symbol,
  );
}

/**
 * Returns the symbol of the token whose price applies to an amount. A receipt has the price of its
 * asset.
 */
export function worthSymbol(symbol: string): string {
  return reserveNamed(symbol)?.asset.symbol ?? symbol;
}

/** Ray (27 decimals) per basis point. */
const RAY_PER_BPS = 10n ** 23n;

/** Returns yearly interest in basis points, rounded down. */
export const rateBps = (ray: bigint): number => Number(ray / RAY_PER_BPS);
