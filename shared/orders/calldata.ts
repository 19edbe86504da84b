import {
  type Address,
  type ContractFunctionArgs,
  decodeFunctionData,
  encodeFunctionData,
  type Hex,
} from 'viem';
import { optionBookAbi } from '../chain/abi/option-book.ts';
import { type Contracts, contracts, price8, tokenAmount, unixSeconds } from '../units.ts';
import type { Order } from './order.ts';

const FILL_ORDER_SELECTOR = '0xa4761ec1';

/** `fillOrder` calldata. Every field of the order goes through verbatim but `numContracts`. */
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

/** `cancelOrder` calldata: the bare order, as the deployed book takes it. */
export function encodeCancel(order: Order): Hex {
  return encodeFunctionData({
    abi: optionBookAbi,
    functionName: 'cancelOrder',
    args: [orderTuple(order)],
  });
}

type OrderTuple = ContractFunctionArgs<typeof optionBookAbi, 'nonpayable', 'cancelOrder'>[0];

/** The order as the book's ABI takes it. */
export function orderTuple(order: Order) {
  return {
    ...order,
    orderExpiryTimestamp: BigInt(order.orderExpiryTimestamp),
    expiry: BigInt(order.expiry),
  };
}

export type DecodedFill =
  | {
      readonly kind: 'fill';
      readonly order: Order;
      readonly signature: Hex;
      readonly referrer: Address;
    }
  | { readonly kind: 'unreadable'; readonly reason: 'not-fill-order' | 'malformed' | 'range' };

/**
 * Reads `fillOrder` calldata strictly: it is decoded, encoded again and compared, so truncated,
 * over-long or dirty data is unreadable instead of guessed at.
 */
export function decodeFillOrder(data: Hex): DecodedFill {
  const canonical = data.toLowerCase();
  if (!canonical.startsWith(FILL_ORDER_SELECTOR))
    return { kind: 'unreadable', reason: 'not-fill-order' };
  const args = decodeArguments(data);
  if (args === undefined) return { kind: 'unreadable', reason: 'malformed' };
  const [tuple, signature, referrer] = args;
  const order = orderOfTuple(tuple);
  if (order === undefined) return { kind: 'unreadable', reason: 'range' };
  const again = encodeFill({ order, signature, referrer, numContracts: order.numContracts });
  return again === canonical
    ? { kind: 'fill', order, signature, referrer }
    : { kind: 'unreadable', reason: 'malformed' };
}

/** An order out of the book's ABI form; `undefined` when a time is beyond what a number holds. */
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

function decodeArguments(data: Hex) {
  try {
    const decoded = decodeFunctionData({ abi: optionBookAbi, data });
    return decoded.functionName === 'fillOrder' ? decoded.args : undefined;
  } catch {
    // viem throws on every malformed encoding; that is one of the expected answers here.
    return undefined;
  }
}
