import { isPending } from '../../../shared/activity/is-pending.ts';
import type { TransactionRecord } from '../../../shared/activity/record.ts';
import { parseQuantity } from './quantities.ts';
import type { Rpc } from './rpc.ts';

/** Returns the nonces of an account's own pending transactions on a chain. */
export function pendingNonces(of: {
  chainId: number;
  account: string;
  transactions: readonly TransactionRecord[];
}): ReadonlySet<number> {
  const account = of.account.toLowerCase();
  return new Set(
    of.transactions
      .filter((entry) => entry.account.toLowerCase() === account && entry.chainId === of.chainId)
      .filter(isPending)
      .flatMap(({ nonce }) => nonce ?? []),
  );
}

/**
 * Returns the account's next nonce: the node's pending count, or the next nonce that the wallet's
 * pending transactions don't use. The node may not know these transactions yet.
 */
export async function nextNonce(options: {
  rpc: Rpc;
  chainId: number;
  account: string;
  transactions: readonly TransactionRecord[];
}): Promise<number> {
  const { rpc, account } = options;
  const pending = await rpc.request('eth_getTransactionCount', [account, 'pending']);
  const held = pendingNonces(options);
  let nonce = Number(parseQuantity(pending));
  while (held.has(nonce)) nonce += 1;
  return nonce;
}
