import { optionBookAbi as abi } from '../../chain/abi/option-book.ts';
import { oneOf } from '../../one-of.ts';
import { orderOfTuple } from '../../orders/calldata.ts';
import { describeOrder } from '../../orders/describe.ts';
import type { Order } from '../../orders/order.ts';
import * as Type from '../../schema.ts';
import {
  AmountFactSchema,
  amountFact,
  TradedFactSchema,
  tradedFact,
  UnitsSchema,
} from '../facts/amounts.ts';
import type { RowValue } from '../facts/rows.ts';
import { describedCall, functionOf, on } from './descriptor.ts';
import {
  address,
  amountIn,
  bytes,
  called,
  internal,
  isKnownBook,
  order,
  type Role,
  time,
  token,
} from './role.ts';

/** Maximum number of ended orders that have a row. */
const MAX_ROWS = 20;

const book = { book: called, isPinnedBook: { ...isKnownBook, path: '@.to' } } as const;

/** One order or a list of orders, shown by expiry. */
const orders: Role<readonly Order[], Type.TUnknown> = {
  ...internal((tuples) => {
    const found = [tuples].flat().map((tuple) => orderOfTuple(tuple as never));
    return found.every((one) => one !== undefined) ? found : undefined;
  }),
  row: (found) =>
    found
      .slice(0, MAX_ROWS)
      .map(({ orderExpiryTimestamp: at }): RowValue => ({ kind: 'time', at })),
};

/** Amounts of contracts have the collateral's decimals. */
const orderMembers = {
  side: oneOf(['buy', 'sell']),
  contracts: UnitsSchema,
  decimals: Type.Integer({ minimum: 0, maximum: 255 }),
  traded: TradedFactSchema,
};

function orderFacts(filled: Order) {
  const description = describeOrder(filled);
  return {
    side: description.takerSide,
    contracts: filled.numContracts.toString(),
    decimals: description.collateral?.decimals ?? 0,
    traded: tradedFact(description),
  };
}

/** Calls of an order book. In another contract they may have any meaning. */
export const BOOK_CALLS = [
  describedCall({
    functions: { fill: on(functionOf(abi, 'fillOrder')) },
    roles: { ...book, order, signature: bytes, referrer: address },
    also: orderMembers,
    alsoOf: (call) => orderFacts(call.order),
    checks: ['fill'],
  }),
  describedCall({
    functions: {
      'swap and fill': on(functionOf(abi, 'swapAndFillOrder'), {
        swapToken: 'swapSrcToken',
        swapAmount: 'swapSrcAmount',
      }),
    },
    roles: {
      ...book,
      order,
      signature: bytes,
      swapRouter: address,
      swapToken: address,
      swapAmount: amountIn('swapToken'),
      referrer: address,
    },
    also: { ...orderMembers, paid: AmountFactSchema },
    alsoOf: (call, context) => ({
      ...orderFacts(call.order),
      paid: amountFact({ token: call.swapToken, amount: call.swapAmount }, context),
    }),
    checks: ['swapAndFill'],
  }),
  describedCall({
    functions: {
      'cancel orders': [
        ...on(functionOf(abi, 'cancelOrder'), { orders: 'order' }),
        ...on(functionOf(abi, 'cancelOrders')),
      ],
    },
    roles: { ...book, orders },
    also: { count: Type.Integer({ minimum: 0 }) },
    alsoOf: (call) => ({ count: call.orders.length }),
    rows: { quoteThatEnded: 'orders' },
    checks: ['book'],
  }),
  describedCall({
    functions: {
      'cancel before': on(functionOf(abi, 'cancelOrdersExpiringBefore'), {
        cutoff: 'cutoffTimestamp',
      }),
    },
    roles: { ...book, cutoff: time },
    stored: ['cutoff'],
    rows: { cutoff: 'cutoff' },
    checks: ['book'],
  }),
  describedCall({
    functions: { 'claim fees': on(functionOf(abi, 'claimFees')) },
    roles: { ...book, token },
    stored: ['token'],
    rows: { token: 'token' },
    checks: ['book'],
  }),
] as const;
