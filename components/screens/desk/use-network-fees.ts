import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import type { AccountView } from '../../../shared/messages/snapshot.ts';
import { useActivity } from '../../hooks/use-activity.ts';

/** Maximum number of transactions in one answer of the worker. */
export const MAX_TRANSACTIONS = 500;

/**
 * Network fees in wei of accounts' transactions on Base. Only transactions that this device knows
 * are counted.
 */
export interface NetworkFees {
  readonly total: bigint;
  /** By transaction hash in lower case. */
  readonly byHash: ReadonlyMap<string, bigint>;
  /** True when the accounts have older transactions that the worker's answer omits. */
  readonly isCut: boolean;
}

export function useNetworkFees(accounts: readonly AccountView[]): NetworkFees {
  const { rows, total: count } = useActivity('transaction', MAX_TRANSACTIONS) ?? NOTHING;
  const byHash = new Map<string, bigint>();
  for (const entry of rows) {
    if (entry.kind !== 'transaction' || entry.chainId !== CHAIN_ID) continue;
    if (!accounts.some(({ address }) => isSameAddress(entry.account, address))) continue;
    if ('gasCost' in entry && entry.gasCost !== undefined)
      byHash.set(entry.hash.toLowerCase(), BigInt(entry.gasCost));
  }
  const total = [...byHash.values()].reduce((sum, cost) => sum + cost, 0n);
  return { total, byHash, isCut: count > rows.length };
}

const NOTHING = { rows: [], total: 0 } as const;
