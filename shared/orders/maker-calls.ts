import { type Address, encodeFunctionData, type Hex } from 'viem';
import { optionBookAbi } from '../chain/abi/option-book.ts';
import type { UnixSeconds } from '../units.ts';
import { orderTuple } from './calldata.ts';
import type { Order } from './order.ts';

/** `cancelOrders`: cancels the nonce of each order, and with it all siblings that share it. */
export function encodeCancelMany(orders: readonly Order[]): Hex {
  return encodeFunctionData({
    abi: optionBookAbi,
    functionName: 'cancelOrders',
    args: [orders.map(orderTuple)],
  });
}

/** `cancelOrdersExpiringBefore`: ends every order of the caller whose quote ends before `cutoff`. */
export function encodeCutoff(cutoff: UnixSeconds): Hex {
  return encodeFunctionData({
    abi: optionBookAbi,
    functionName: 'cancelOrdersExpiringBefore',
    args: [BigInt(cutoff)],
  });
}

/** `claimFees`: sends the caller what it earned as a referrer in one token. */
export function encodeClaimFees(token: Address): Hex {
  return encodeFunctionData({ abi: optionBookAbi, functionName: 'claimFees', args: [token] });
}
