import type { StoredActivity } from '../state/stored-keys.ts';
import { parseQuantity } from './quantities.ts';
import type { Rpc } from './rpc.ts';
import { chainOf, isPending } from './transaction-state.ts';

/**
 * The next nonce of an account: the node's pending count, but never one that a transaction of ours
 * holds that the node may not have heard of yet.
 */
export async function nextNonce(options: {
  rpc: Rpc;
  chainId: number;
  account: string;
  activity: StoredActivity;
}): Promise<number> {
  const { rpc, chainId, account, activity } = options;
  const pending = await rpc.request('eth_getTransactionCount', [account, 'pending']);
  const held = new Set(
    activity
      .filter((entry) => entry.account.toLowerCase() === account.toLowerCase())
      .filter((entry) => chainOf(entry) === chainId && isPending(entry))
      .map((entry) => entry.nonce),
  );
  let nonce = Number(parseQuantity(pending));
  while (held.has(nonce)) nonce += 1;
  return nonce;
}
