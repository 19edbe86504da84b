import type { Address } from 'viem';
import type { TransactionDraft } from '../../../shared/approvals/types.ts';
import { chargesDataFee, leastTip } from '../../../shared/chain/built-in-networks.ts';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import type {
  ActionCosts,
  PositionAction,
  PositionRow,
} from '../../../shared/positions/position-view.ts';
import { type Price8, wei } from '../../../shared/units.ts';
import { approveCall } from '../approvals/sending/own-transactions.ts';
import { estimateCosts } from '../chain/fees.ts';
import { quantity } from '../chain/quantities.ts';
import type { Rpc } from '../chain/rpc.ts';
import { plainCall, splitCall, transferCall } from '../market/options/action-calls.ts';
import { readSplitFee } from '../market/options/split-fee.ts';

/**
 * Estimates the network fees of a position's possible actions, and adds the contract's fee for a
 * split. Rejects when the node doesn't respond.
 */
export async function readActionCosts(
  { client, spotOf }: { client: Rpc; spotOf: (asset: string) => Price8 | undefined },
  account: Address,
  row: PositionRow,
): Promise<ActionCosts> {
  // The cost of a request to makers depends on its limit, so the request's window shows it.
  const possible = row.actions.flatMap(({ action, blocked }) =>
    blocked === undefined && action !== 'offers' ? [action] : [],
  );
  const fee = possible.includes('split')
    ? await readSplitFee(client, row.address as Address)
    : undefined;
  const costs = await estimateCosts({
    rpc: client,
    account,
    drafts: possible.map((action) => draftOf(action, row, account, fee ?? 0n)),
    hasDataFee: chargesDataFee(CHAIN_ID),
    leastTip: leastTip(CHAIN_ID),
  });
  const etherPrice = spotOf('ETH');
  return {
    network: possible.flatMap((action, i) => {
      const cost = costs[i];
      return cost === undefined ? [] : [{ action, wei: wei(cost) }];
    }),
    ...(fee === undefined ? {} : { splitFee: wei(fee) }),
    ...(etherPrice === undefined ? {} : { etherPrice }),
  };
}

/** Returns a call similar to the action's call. The gas hardly depends on the details. */
function draftOf(
  action: Exclude<PositionAction, 'offers'>,
  { address, side, seller, buyer, collateral, delivery }: PositionRow,
  account: Address,
  splitFee: bigint,
): TransactionDraft {
  const option = { to: address, value: '0x0' } as const;
  switch (action) {
    case 'transfer': {
      const other = (side === 'buyer' ? seller : buyer) as Address;
      return { ...option, data: transferCall(side === 'buyer', other) };
    }
    case 'split':
      return { ...option, value: quantity(splitFee), data: splitCall(collateral / 2n) };
    case 'allowDelivery': {
      const token = (delivery?.token.address ?? account) as Address;
      const amount = delivery?.amount ?? 0n;
      return { value: '0x0', ...approveCall(token, address as Address, amount) };
    }
    default:
      return { ...option, data: plainCall(action) };
  }
}
