import { optionBookAbi } from '../../chain/abi/option-book.ts';
import { orderOfTuple } from '../../orders/calldata.ts';
import { tokenAmount, unixSeconds } from '../../units.ts';
import { functionOf } from './descriptor.ts';
import { type KnownCall, knownCall } from './known-call.ts';

/** Calls of an order book except `fillOrder`, which has its own parser. */
export const bookCalls: readonly KnownCall[] = [
  knownCall(
    functionOf(optionBookAbi, 'swapAndFillOrder'),
    ([tuple, signature, swapRouter, swapToken, swapAmount, , referrer], { to, isPinnedBook }) => {
      const order = orderOfTuple(tuple);
      return order === undefined
        ? undefined
        : {
            kind: 'swap and fill',
            book: to,
            isPinnedBook,
            order,
            signature,
            swapRouter,
            swapToken,
            swapAmount: tokenAmount(swapAmount),
            referrer,
          };
    },
  ),
  knownCall(functionOf(optionBookAbi, 'cancelOrder'), ([tuple], { to, isPinnedBook }) => {
    const order = orderOfTuple(tuple);
    return order === undefined
      ? undefined
      : { kind: 'cancel orders', book: to, isPinnedBook, orders: [order] };
  }),
  knownCall(functionOf(optionBookAbi, 'cancelOrders'), ([tuples], { to, isPinnedBook }) => {
    const orders = tuples.map(orderOfTuple).filter((order) => order !== undefined);
    return orders.length === tuples.length
      ? { kind: 'cancel orders', book: to, isPinnedBook, orders }
      : undefined;
  }),
  knownCall(
    functionOf(optionBookAbi, 'cancelOrdersExpiringBefore'),
    ([cutoff], { to, isPinnedBook }) =>
      cutoff > BigInt(Number.MAX_SAFE_INTEGER)
        ? undefined
        : { kind: 'cancel before', book: to, isPinnedBook, cutoff: unixSeconds(Number(cutoff)) },
  ),
  knownCall(functionOf(optionBookAbi, 'claimFees'), ([token], { to, isPinnedBook }) => ({
    kind: 'claim fees',
    book: to,
    isPinnedBook,
    token,
  })),
];
