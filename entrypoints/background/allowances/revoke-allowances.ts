import { type Address, encodeFunctionData, type Hex, zeroAddress } from 'viem';
import { itemAbi } from '../../../shared/chain/abi/collection.ts';
import { optionAbi } from '../../../shared/chain/abi/option.ts';
import { permit2Abi } from '../../../shared/chain/abi/permit2.ts';
import { tokenCallsAbi } from '../../../shared/chain/abi/token-calls.ts';
import { PERMIT2 } from '../../../shared/chain/chain-context.ts';
import type { AllowanceRef, RevocationView } from '../../../shared/messages/allowances.ts';
import type { Clock, Random } from '../../../shared/ports.ts';
import { RpcError } from '../../../shared/rpc/codes.ts';
import type { Batching } from '../sending/batching.ts';
import type { Bundles } from '../sending/bundles.ts';
import { approveCall, OWN, ownKey } from '../sending/own-transactions.ts';
import { WATCH_ONLY } from '../sending/signatures.ts';
import type { ActivityLog } from '../state/activity.ts';

const KEY = 'revoke:';
/** Milliseconds for which stopped revocations are reported. */
const REPORTED_MS = 600_000;

/** Returns the call that ends an allowance. */
export function revocationOf(ref: AllowanceRef): { to: Address; value: '0x0'; data: Hex } {
  const [token, spender] = [ref.token as Address, ref.spender as Address];
  const value = '0x0';
  switch (ref.kind) {
    case 'token':
      return { ...approveCall(token, spender, 0n), value };
    case 'permit2': {
      const args = [token, spender, 0n, 0] as const;
      const data = encodeFunctionData({ abi: permit2Abi, functionName: 'approve', args });
      return { to: PERMIT2, value, data };
    }
    case 'operator': {
      const abi = [tokenCallsAbi.setApprovalForAll];
      const args = [spender, false] as const;
      return {
        to: token,
        value,
        data: encodeFunctionData({ abi, functionName: 'setApprovalForAll', args }),
      };
    }
    case 'buyer side':
    case 'seller side': {
      const args = [ref.kind === 'buyer side', spender, false] as const;
      const data = encodeFunctionData({ abi: optionAbi, functionName: 'approveTransfer', args });
      return { to: token, value, data };
    }
    case 'item': {
      const args = [zeroAddress, BigInt(ref.item ?? '0')] as const;
      return {
        to: token,
        value,
        data: encodeFunctionData({ abi: itemAbi, functionName: 'approve', args }),
      };
    }
  }
}

export type Revocations = ReturnType<typeof createRevocations>;

/** Revokes allowances with one review for each account and network. */
export function createRevocations(deps: {
  readonly bundles: Pick<Bundles, 'ask' | 'ofWallet' | 'hashes' | 'stop'>;
  readonly batching: Pick<Batching, 'transactionOf'>;
  readonly activity: Pick<ActivityLog, 'find'>;
  readonly canSign: (account: Address) => boolean;
  readonly clock: Clock;
  readonly random: Random;
}) {
  const { bundles } = deps;
  const newestOf = (chainId: number) =>
    bundles.ofWallet().find((row) => row.chainId === chainId && row.requestKey.startsWith(KEY));

  return {
    /**
     * Asks for one review of all of them, then sends one transaction after the other, or a single
     * one from a smart account. Ends at the first rejection.
     */
    async revoke(refs: readonly AllowanceRef[]): Promise<void> {
      const groups = Map.groupBy(refs, ({ chainId, account }) => `${chainId}:${account}`);
      for (const group of groups.values()) {
        const [first] = group;
        if (first === undefined) continue;
        const { chainId } = first;
        const account = first.account as Address;
        if (!deps.canSign(account)) throw new RpcError('unauthorized', WATCH_ONLY);
        const calls = group.map(revocationOf);
        const whole =
          calls.length > 1
            ? await deps.batching.transactionOf({ account, chainId, calls })
            : undefined;
        await bundles.ask(
          {
            requester: OWN,
            requestKey: `${KEY}${ownKey(deps.random)}`,
            accounts: [account],
            chainId,
          },
          { account, chainId, calls: whole === undefined ? calls : [whole] },
        );
      }
    },

    /** Returns the progress of the newest revocations of a network while it matters. */
    progress(chainId: number): RevocationView | undefined {
      const row = newestOf(chainId);
      if (row === undefined) return undefined;
      const count = row.calls.length;
      const done = bundles
        .hashes(row)
        .filter((hash) => deps.activity.find(hash)?.status === 'confirmed').length;
      const isOver = done === count;
      const isOld = row.stopped && deps.clock.now() - row.at > REPORTED_MS;
      return isOver || isOld ? undefined : { done, count, isStopped: row.stopped };
    },

    /** Sends no more of a network's revocations. */
    async stop(chainId: number): Promise<void> {
      const row = newestOf(chainId);
      if (row !== undefined) await bundles.stop(row);
    },
  };
}
