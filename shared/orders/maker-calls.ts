import { type Address, encodeFunctionData, type Hex } from 'viem';
import { optionBookAbi } from '../chain/abi/option-book.ts';
import type { UnixSeconds } from '../units.ts';
import { orderTuple } from './calldata.ts';
import type { Order } from './order.ts';

/**
 * Encodes `cancelOrders`, which cancels each order's nonce and thereby all siblings of the order.
 */
export function encodeCancelMany(orders: readonly Order[]): Hex {
  return encodeFunctionData({
    abi: optionBookAbi,
    functionName: 'cancelOrders',
    args: [orders.map(orderTuple)],
  });
}

/**
 * Encodes `cancelOrdersExpiringBefore`, which ends all the caller's orders whose quotes end before
 * `cutoff`.
 */
export function encodeCutoff(cutoff: UnixSeconds): Hex {
  return encodeFunctionData({
    abi: optionBookAbi,
    functionName: 'cancelOrdersExpiringBefore',
    args: [BigInt(cutoff)],
  });
}

/** Encodes `claimFees`, which pays the caller's referrer fees in one token. */
export function encodeClaimFees(token: Address): Hex {
  return encodeFunctionData({ abi: optionBookAbi, functionName: 'claimFees', args: [token] });
}
