import { TOKENS } from '../../../shared/chain/deployments.ts';
import { worthSymbol } from '../../../shared/chain/lending.ts';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import type { BalanceView } from '../../../shared/messages/portfolio.ts';

/**
 * Returns the asset into which a fill can convert a balance, by wrapping ether or withdrawing
 * receipts.
 */
function assetOf({ symbol, token }: BalanceView): string | undefined {
  if (token === undefined) return symbol === 'ETH' ? 'WETH' : undefined;
  const known = TOKENS.find(({ address }) => isSameAddress(address, token))?.symbol;
  return known && worthSymbol(known);
}

/**
 * Returns a function that checks whether an account has any balance of the asset that an order
 * needs. The function returns true while the balances aren't known. The ticket compares the
 * amounts.
 */
export function payableWith(
  balances: readonly BalanceView[] | undefined,
  chainId: number,
): (collateralSymbol: string) => boolean {
  if (balances === undefined) return () => true;
  const owned = new Set(
    balances.filter((balance) => balance.chainId === chainId && balance.amount !== 0n).map(assetOf),
  );
  return (collateralSymbol) => owned.has(worthSymbol(collateralSymbol));
}
