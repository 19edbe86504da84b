import { type Address, type ContractFunctionArgs, encodeFunctionData, type Hex } from 'viem';
import { optionBookAbi } from '../chain/abi/option-book.ts';
import { type Contracts, contracts, price8, tokenAmount, unixSeconds } from '../units.ts';
import type { Order } from './order.ts';

/** Encodes `fillOrder`. Only `numContracts` of the order is changed. */
export function encodeFill(input: {
  readonly order: Omit<Order, 'numContracts'>;
  readonly signature: Hex;
  readonly referrer: Address;
  readonly numContracts: Contracts;
}): Hex {
  const { order, signature, referrer, numContracts } = input;
  return encodeFunctionData({
    abi: optionBookAbi,
    functionName: 'fillOrder',
    args: [orderTuple({ ...order, numContracts }), signature, referrer],
  });
}

/** Encodes `cancelOrder`. The deployed book takes only the order. */
export function encodeCancel(order: Order): Hex {
  return encodeFunctionData({
    abi: optionBookAbi,
    functionName: 'cancelOrder',
    args: [orderTuple(order)],
  });
}

type OrderTuple = ContractFunctionArgs<typeof optionBookAbi, 'nonpayable', 'cancelOrder'>[0];

/** Returns the order in the book's ABI form. */
export function orderTuple(order: Order) {
  return {
    ...order,
    orderExpiryTimestamp: BigInt(order.orderExpiryTimestamp),
    expiry: BigInt(order.expiry),
  };
}

export interface FillArguments {
  readonly order: Order;
  readonly signature: Hex;
  readonly referrer: Address;
}

/** Returns an order from the book's ABI form; `undefined` if a time isn't a safe number. */
export function orderOfTuple(tuple: OrderTuple): Order | undefined {
  const latest = BigInt(Number.MAX_SAFE_INTEGER);
  if (tuple.orderExpiryTimestamp > latest || tuple.expiry > latest) return undefined;
  return {
    ...tuple,
    orderExpiryTimestamp: unixSeconds(Number(tuple.orderExpiryTimestamp)),
    expiry: unixSeconds(Number(tuple.expiry)),
    maxCollateralUsable: tokenAmount(tuple.maxCollateralUsable),
    strikes: tuple.strikes.map(price8),
    price: price8(tuple.price),
    numContracts: contracts(tuple.numContracts),
  };
}
