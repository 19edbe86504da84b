import type { Address } from 'viem';
import type { CheckFact } from '../../../../shared/approvals/facts/checks.ts';
import { optionAbi } from '../../../../shared/chain/abi/option.ts';
import { isSameAddress } from '../../../../shared/is-same-address.ts';
import type { CallMeaning } from '../../../../shared/messages/approval-view.ts';
import { readContract } from '../../chain/reads.ts';
import type { Rpc } from '../../chain/rpc.ts';
import type { RequestState } from '../../market/options/request.ts';

/** The side of an option that a trade takes from its requester, as reported by one node. */
export interface Side {
  /** True when the requester no longer seems to hold the side. */
  readonly isLost: boolean;
  readonly checks: readonly CheckFact[];
  readonly dangers: NonNullable<CallMeaning['dangers']>;
}

export const NO_SIDE: Side = { isLost: false, checks: [], dangers: [] };

/** Reads the holder of the requested side: a requester that buys takes over the seller's side. */
export const readHolder = (rpc: Rpc, option: Address, isBuyer: boolean): Promise<Address> =>
  readContract(rpc, {
    address: option,
    abi: optionAbi,
    functionName: isBuyer ? 'seller' : 'buyer',
  });

/** Compares a request's requester with the holder of the side that the request trades. */
export async function sideOf(
  { existing, isBuyer, requester }: Pick<RequestState, 'existing' | 'isBuyer' | 'requester'>,
  rpc: Rpc,
): Promise<Side> {
  if (existing === undefined) return NO_SIDE;
  const holder = await readHolder(rpc, existing, isBuyer).catch(() => undefined);
  if (holder === undefined)
    return {
      isLost: false,
      checks: [{ code: 'option.unread', status: 'warned' }],
      dangers: [{ code: 'optionUnknown' }],
    };
  if (isSameAddress(holder, requester))
    return { ...NO_SIDE, checks: [{ code: 'side.goesToMaker', status: 'warned' }] };
  return {
    isLost: true,
    checks: [
      { code: 'side.notHeld', status: 'failed' },
      { code: 'result.maybeNoTrade', status: 'warned' },
    ],
    dangers: [{ code: 'side.notHeld' }],
  };
}
