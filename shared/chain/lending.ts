import { type Address, parseAbi } from 'viem';
import { TOKENS, type Token } from './deployments.ts';

/**
 * The Aave v3 pool on Base (proxy) and the assets whose receipts orders take as collateral. A
 * receipt is worth its asset, one for one; its balance grows with the pool's index.
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

/** Returns the reserve of an asset by its symbol. */
export function reserveOf(symbol: string): Reserve {
  const reserve = RESERVES.find(({ asset }) => asset.symbol === symbol);
  if (reserve === undefined) throw new Error(`The pool has no "${symbol}".`);
  return reserve;
}

export const lendingPoolAbi = parseAbi([
  'function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)',
  'function withdraw(address asset, uint256 amount, address to) returns (uint256)',
  'function getConfiguration(address asset) view returns (uint256)',
  'function getReserveNormalizedIncome(address asset) view returns (uint256)',
  'function getVirtualUnderlyingBalance(address asset) view returns (uint128)',
  'event Supply(address indexed reserve, address user, address indexed onBehalfOf, uint256 amount, uint16 indexed referralCode)',
  'event Withdraw(address indexed reserve, address indexed user, address indexed to, uint256 amount)',
]);
