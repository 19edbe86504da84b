import type { OrderRow } from '../messages/market.ts';
import { chainOf, type ExpiryChain, expiryKey, type QuotedExpiry } from './chain.ts';

/** Maximum number of expiries to keep. It exceeds the number on a page, and limits the memory. */
const KEPT = 100;

/** Returns a function like `chainOf` that reuses unchanged parts of its last call. */
export function arranging(): (
  quoted: QuotedExpiry,
  spot: number | undefined,
  all?: readonly OrderRow[],
) => ExpiryChain {
  const known = new Map<
    string,
    {
      quoted: QuotedExpiry;
      spot: number | undefined;
      all: readonly OrderRow[];
      chain: ExpiryChain;
    }
  >();
  return (quoted, spot, all = quoted.quotes) => {
    const key = expiryKey(quoted);
    const before = known.get(key);
    if (before?.quoted === quoted && before.spot === spot && before.all === all)
      return before.chain;
    const chain = chainOf(quoted, spot, before?.chain, all);
    if (before === undefined && known.size >= KEPT) known.clear();
    known.set(key, { quoted, spot, all, chain });
    return chain;
  };
}
