import { type Address, type Hex, hashTypedData } from 'viem';
import { CHAIN_ID } from '../chain/deployments.ts';
import type { Order } from './order.ts';

/** Members that the maker signs: every field of the order but `numContracts`. */
export const ORDER_TYPES = {
  Order: [
    { name: 'maker', type: 'address' },
    { name: 'orderExpiryTimestamp', type: 'uint256' },
    { name: 'collateral', type: 'address' },
    { name: 'isCall', type: 'bool' },
    { name: 'priceFeed', type: 'address' },
    { name: 'implementation', type: 'address' },
    { name: 'isLong', type: 'bool' },
    { name: 'maxCollateralUsable', type: 'uint256' },
    { name: 'strikes', type: 'uint256[]' },
    { name: 'expiry', type: 'uint256' },
    { name: 'price', type: 'uint256' },
    { name: 'extraOptionData', type: 'bytes' },
  ],
} as const;

/** EIP-712 domain of orders on one book: each book revision signs under its own address. */
export function orderDomain(book: Address) {
  return {
    name: 'OptionBook',
    version: '1.0',
    chainId: CHAIN_ID,
    verifyingContract: book,
  } as const;
}

/** Typed data of an order as wallets sign it (EIP-712). */
export function orderTypedData(order: Omit<Order, 'numContracts'>, book: Address) {
  return {
    domain: orderDomain(book),
    types: ORDER_TYPES,
    primaryType: 'Order',
    message: {
      maker: order.maker,
      orderExpiryTimestamp: BigInt(order.orderExpiryTimestamp),
      collateral: order.collateral,
      isCall: order.isCall,
      priceFeed: order.priceFeed,
      implementation: order.implementation,
      isLong: order.isLong,
      maxCollateralUsable: order.maxCollateralUsable,
      strikes: order.strikes,
      expiry: BigInt(order.expiry),
      price: order.price,
      extraOptionData: order.extraOptionData,
    },
  } as const;
}

/** The EIP-712 digest: an order's identity (the nonce is shared by siblings, so it is none). */
export function orderDigest(order: Omit<Order, 'numContracts'>, book: Address): Hex {
  return hashTypedData(orderTypedData(order, book));
}
