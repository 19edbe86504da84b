import type { OrderRow } from '../messages/market.ts';
import { product } from '../orders/products.ts';
import type { PositionRow } from '../positions/position-view.ts';
import { toNumber8, toWhole } from '../units.ts';

/**
 * Returns a key of an option within its asset and expiry. All cash-settled calls with one strike
 * share a key, as in the chain.
 * @param strikes dollars, ascending
 */
export function optionKey(name: OrderRow['product'], strikes: readonly number[]): string {
  const { structure, isPhysical, isCall } = product(name);
  const isPlain = structure === 'vanilla' && !isPhysical;
  return `${isPlain ? (isCall ? 'call' : 'put') : name} ${strikes.join(' ')}`;
}

/**
 * Returns the net number of open contracts (bought minus sold) of an asset and expiry, by
 * `optionKey`. Leaves out unproven positions and unknown products.
 */
export function ownContracts(
  rows: readonly PositionRow[],
  { asset, expiry }: { readonly asset: string; readonly expiry: number },
): ReadonlyMap<string, number> {
  const own = new Map<string, number>();
  for (const row of rows) {
    const isOf = row.asset === asset && row.expiry === expiry && row.state === 'open';
    if (!isOf || row.isUnproven || row.product === undefined) continue;
    const strikes = row.strikes.map(toNumber8).sort((a, b) => a - b);
    const key = optionKey(row.product, strikes);
    const count = toWhole(row.contracts, row.token.decimals);
    own.set(key, (own.get(key) ?? 0) + (row.side === 'buyer' ? count : -count));
  }
  return own;
}
