import type { Address } from 'viem';
import { getTransactionCount } from 'viem/actions';
import type { StoredActivity } from '../state/stored-keys.ts';
import type { ChainClient } from './client.ts';

/**
 * The next nonce of an account: the node's pending count, but never one that a transaction of ours
 * holds that the node may not have heard of yet.
 */
export async function nextNonce(
  client: ChainClient,
  account: Address,
  activity: StoredActivity,
): Promise<number> {
  const pending = await getTransactionCount(client, { address: account, blockTag: 'pending' });
  const own = activity.filter(
    (entry) =>
      entry.account.toLowerCase() === account.toLowerCase() &&
      entry.nonce !== undefined &&
      (entry.status === 'signed' || entry.status === 'sent'),
  );
  const held = new Set(own.map((entry) => entry.nonce));
  let nonce = pending;
  while (held.has(nonce)) nonce += 1;
  return nonce;
}
