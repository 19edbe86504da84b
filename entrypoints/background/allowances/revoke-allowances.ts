import { type Address, encodeFunctionData, type Hex, zeroAddress } from 'viem';
import { itemAbi } from '../../../shared/chain/abi/collection.ts';
import { optionAbi } from '../../../shared/chain/abi/option.ts';
import { permit2Abi } from '../../../shared/chain/abi/permit2.ts';
import { tokenCallsAbi } from '../../../shared/chain/abi/token-calls.ts';
import { PERMIT2 } from '../../../shared/chain/chain-context.ts';
import type { AllowanceRef } from '../../../shared/messages/allowances.ts';
import { RpcError } from '../../../shared/rpc/codes.ts';
import type { Batching } from '../approvals/sending/batching.ts';
import { approveCall } from '../approvals/sending/own-transactions.ts';
import { WATCH_ONLY } from '../approvals/sending/signatures.ts';
import type { Bundles } from '../procedures/bundles.ts';

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

/**
 * Revokes allowances with one review for each account and network. Sends one transaction after
 * another, or a smart account's single transaction.
 * @throws RpcError `unauthorized` for a watched account; the errors of `Bundles.revoke`
 */
export async function revokeAllowances(
  deps: {
    readonly bundles: Pick<Bundles, 'revoke'>;
    readonly batching: Pick<Batching, 'transactionOf'>;
    readonly canSign: (account: Address) => boolean;
  },
  refs: readonly AllowanceRef[],
): Promise<void> {
  if (!refs.every(({ account }) => deps.canSign(account as Address)))
    throw new RpcError('unauthorized', WATCH_ONLY);
  const groups = Map.groupBy(refs, ({ chainId, account }) => `${chainId}:${account}`);
  const asked = [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [callsOf(first, others, deps)],
  );
  await deps.bundles.revoke(await Promise.all(asked));
}

/** Returns the revocations of an account on a network as one transaction, where possible. */
async function callsOf(
  first: AllowanceRef,
  others: readonly AllowanceRef[],
  { batching }: { readonly batching: Pick<Batching, 'transactionOf'> },
) {
  const { chainId } = first;
  const account = first.account as Address;
  const calls = [first, ...others].map(revocationOf);
  const whole =
    calls.length > 1 ? await batching.transactionOf({ account, chainId, calls }) : undefined;
  return { account, chainId, calls: whole === undefined ? calls : [whole] };
}
