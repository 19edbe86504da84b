import type { Address } from 'viem';
import { type BatchedCall, batchOf } from '../../../../shared/approvals/batch.ts';
import type { TransactionDraft } from '../../../../shared/approvals/types.ts';
import {
  type AtomicStatus,
  DELEGATOR,
  delegatorHash,
} from '../../../../shared/chain/delegation.ts';
import { isDelegatorGenuine, readAccountCode } from '../../chain/account-code.ts';
import { parseQuantity } from '../../chain/quantities.ts';
import type { Rpc } from '../../chain/rpc.ts';

export type Batching = ReturnType<typeof createBatching>;

/** Joins several calls of an account into one transaction that makes all calls or none. */
export function createBatching(deps: {
  rpcOf: (chainId: number) => Rpc;
  canSign: (account: Address) => boolean;
  /** True when the user turned smart accounts on. */
  isOn: () => boolean;
  /** True until the user has turned smart accounts on or declined them. */
  isOffered: () => boolean;
}) {
  async function statusOf(account: Address, chainId: number): Promise<AtomicStatus> {
    const isOn = deps.isOn();
    const isPossible = (isOn || deps.isOffered()) && delegatorHash(chainId) !== undefined;
    if (!isPossible || !deps.canSign(account)) return 'unsupported';
    const rpc = deps.rpcOf(chainId);
    try {
      const [{ kind }, isGenuine] = await Promise.all([
        readAccountCode(rpc, account),
        // The code of a known delegator can change, so it is read each time.
        isDelegatorGenuine(rpc, chainId),
      ]);
      if (!isGenuine || (kind !== 'none' && kind !== 'delegator')) return 'unsupported';
      if (!isOn) return kind === 'none' ? 'offered' : 'unsupported';
      return kind === 'none' ? 'ready' : 'supported';
    } catch {
      // Without the node's answer, the calls are sent one after another.
      return 'unsupported';
    }
  }

  return {
    statusOf,

    /**
     * Returns the transaction that makes all calls or none, and that turns the account into a smart
     * account if it isn't one. Returns undefined when the calls must be sent one after another.
     * @param isOfferShown the prompt offers a smart account, though smart accounts aren't turned on
     */
    async transactionOf(options: {
      account: Address;
      chainId: number;
      calls: readonly BatchedCall[];
      isOfferShown?: boolean;
    }): Promise<TransactionDraft | undefined> {
      const { account, chainId, calls } = options;
      // The node is asked only if needed, because a slow node takes seconds.
      if (!deps.isOn() && options.isOfferShown !== true) return undefined;
      const batch = batchOf(account, calls);
      const status = batch === undefined ? 'unsupported' : await statusOf(account, chainId);
      if (batch === undefined || status === 'unsupported') return undefined;
      if (status === 'supported') return batch;
      if (!(await isIdle(deps.rpcOf(chainId), account))) return undefined;
      return { ...batch, codeChange: { account, delegate: DELEGATOR } };
    },
  };
}

/**
 * Returns true if the account has no pending transaction. A pending transaction would invalidate
 * the account's authorization.
 */
async function isIdle(rpc: Rpc, account: Address): Promise<boolean> {
  const [latest, pending] = await Promise.all(
    ['latest', 'pending'].map((tag) => rpc.request('eth_getTransactionCount', [account, tag])),
  );
  return parseQuantity(latest) === parseQuantity(pending);
}
