import { type Address, encodeFunctionData, type Hex } from 'viem';
import { optionBookAbi } from '../chain/abi/option-book.ts';
import type { UnixSeconds } from '../units.ts';
import { orderTuple } from './calldata.ts';
import type { Order } from './order.ts';

/** Encodes `cancelOrders`, which cancels the nonce of each order and all siblings with it. */
export function encodeCancelMany(orders: readonly Order[]): Hex {
  return encodeFunctionData({
    abi: optionBookAbi,
    functionName: 'cancelOrders',
    args: [orders.map(orderTuple)],
  });
}

/**
 * Encodes `cancelOrdersExpiringBefore`, which ends all orders of the caller whose quote ends before
 * `cutoff`.
 */
export function encodeCutoff(cutoff: UnixSeconds): Hex {
  return encodeFunctionData({
    abi: optionBookAbi,
    functionName: 'cancelOrdersExpiringBefore',
    args: [BigInt(cutoff)],
  });
}

/** Encodes `claimFees`, which sends the caller's referrer earnings in one token. */
export function encodeClaimFees(token: Address): Hex {
  return encodeFunctionData({ abi: optionBookAbi, functionName: 'claimFees', args: [token] });
}
