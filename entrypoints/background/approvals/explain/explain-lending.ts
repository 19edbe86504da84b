import type { Address } from 'viem';
import type { Understanding } from '../../../../shared/approvals/understanding.ts';
import { erc20Abi } from '../../../../shared/chain/abi/erc20.ts';
import type { ChainContext } from '../../../../shared/chain/chain-context.ts';
import type { KnownAddress } from '../../../../shared/chain/receiver.ts';
import { isSameAddress } from '../../../../shared/is-same-address.ts';
import type { CallMeaning } from '../../../../shared/messages/approval-view.ts';
import { MAX_UINT256, type TokenAmount, tokenAmount } from '../../../../shared/units.ts';
import { readContract } from '../../chain/reads.ts';
import type { Rpc } from '../../chain/rpc.ts';
import { tokenMove } from './asset-moves.ts';
import { explainNewReceiver } from './explain-receiver.ts';
import { lostReceiver } from './lost-receiver.ts';

type LendingCall = Extract<Understanding, { kind: 'supply' | 'withdraw' }>;

/** Explains what enters and leaves the pool. Assets for another receiver don't arrive here. */
export async function explainLending(
  found: LendingCall,
  deps: {
    rpc: Rpc;
    context: ChainContext;
    known?: () => readonly KnownAddress[];
    account: Address;
  },
): Promise<Partial<CallMeaning>> {
  const { context, account } = deps;
  const { to, asset, receipt } = found;
  const isOwn = isSameAddress(to, account);
  const [given, gotten] = found.kind === 'supply' ? [asset, receipt] : [receipt, asset];
  const amount = await amountOf(found, deps);
  const receiver: Partial<CallMeaning> = isOwn
    ? {}
    : {
        rows: [{ label: 'to', value: { kind: 'address', address: to } }],
        ...explainNewReceiver(deps.known?.() ?? [], to),
        ...lostReceiver(to, gotten, context),
      };
  if (amount === undefined)
    return { ...receiver, dangers: [...(receiver.dangers ?? []), { code: 'effectUnproven' }] };
  return {
    ...receiver,
    leaves: [tokenMove(given, amount, context)],
    arrives: isOwn ? [tokenMove(gotten, amount, context)] : [],
  };
}

/** Returns the amount, or the balance if everything is withdrawn (undefined when unread). */
async function amountOf(
  { kind, amount, receipt }: LendingCall,
  { rpc, account }: { rpc: Rpc; account: Address },
): Promise<TokenAmount | undefined> {
  if (kind === 'supply' || amount !== MAX_UINT256) return amount;
  const balance = readContract(rpc, {
    address: receipt,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [account],
  });
  return balance.then(tokenAmount).catch(() => undefined);
}
