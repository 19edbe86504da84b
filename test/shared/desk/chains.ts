import {
  chainOf,
  type ExpiryChain,
  expiryKey,
  type QuotedExpiry,
  quotedExpiries,
} from '../../../shared/desk/chain.ts';
import type { ListedSpot, OrderRow } from '../../../shared/messages/market.ts';

export interface Chains {
  readonly expiries: readonly QuotedExpiry[];
  readonly chains: readonly ExpiryChain[];
}

/**
 * Arranges the quotes of every expiry that are still valid. Pages arrange only the expiries that
 * they show.
 */
export function chainsOf(
  rows: readonly OrderRow[],
  { spot, over }: { readonly spot: Readonly<Record<string, ListedSpot>>; readonly over: number },
  former?: Chains,
): Chains {
  const known = new Map(former?.chains.map((chain) => [expiryKey(chain), chain]));
  const expiries = quotedExpiries(rows, over, former?.expiries);
  return {
    expiries,
    chains: expiries.map((quoted) =>
      chainOf(quoted, spot[quoted.asset]?.price, known.get(expiryKey(quoted))),
    ),
  };
}
