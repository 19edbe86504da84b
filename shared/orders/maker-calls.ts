import { type Address, encodeFunctionData, type Hex } from 'viem';
import { optionBookAbi } from '../chain/abi/option-book.ts';
import type { UnixSeconds } from '../units.ts';
import { orderTuple } from './calldata.ts';
import type { Order } from './order.ts';

/**
 * Encodes `cancelOrders`. The call cancels each order's nonce, and thereby all orders with the same
 * nonce.
 */
export function encodeCancelMany(orders: readonly Order[]): Hex {
  return encodeFunctionData({
    abi: optionBookAbi,
    functionName: 'cancelOrders',
    args: [orders.map(orderTuple)],
  });
}

/**
 * Encodes `cancelOrdersExpiringBefore`, which cancels all orders of the caller that end before
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
