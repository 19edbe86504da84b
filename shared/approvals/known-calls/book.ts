import { optionBookAbi } from '../../chain/abi/option-book.ts';
import { orderOfTuple } from '../../orders/calldata.ts';
import { tokenAmount, unixSeconds } from '../../units.ts';
import { type KnownCall, knownCall } from './known-call.ts';

type BookFunction = Extract<(typeof optionBookAbi)[number], { type: 'function' }>;

/** The one function of the book's ABI with this name. */
function item<Name extends BookFunction['name']>(
  name: Name,
): Extract<BookFunction, { name: Name }> {
  const found = optionBookAbi.find((entry) => entry.type === 'function' && entry.name === name);
  if (found === undefined) throw new TypeError('the ABI lacks a function');
  return found as Extract<BookFunction, { name: Name }>;
}

/** Calls of an order book besides `fillOrder`, which has a reader of its own. */
export const bookCalls: readonly KnownCall[] = [
  knownCall(
    item('swapAndFillOrder'),
    ([tuple, , swapRouter, swapToken, swapAmount, , referrer], { to, isPinnedBook }) => {
      const order = orderOfTuple(tuple);
      return order === undefined
        ? undefined
        : {
            kind: 'swap and fill',
            book: to,
            isPinnedBook,
            order,
            swapRouter,
            swapToken,
            swapAmount: tokenAmount(swapAmount),
            referrer,
          };
    },
  ),
  knownCall(item('cancelOrder'), ([tuple], { to, isPinnedBook }) => {
    const order = orderOfTuple(tuple);
    return order === undefined
      ? undefined
      : { kind: 'cancel orders', book: to, isPinnedBook, orders: [order] };
  }),
  knownCall(item('cancelOrders'), ([tuples], { to, isPinnedBook }) => {
    const orders = tuples.map(orderOfTuple).filter((order) => order !== undefined);
    return orders.length === tuples.length
      ? { kind: 'cancel orders', book: to, isPinnedBook, orders }
      : undefined;
  }),
  knownCall(item('cancelOrdersExpiringBefore'), ([cutoff], { to, isPinnedBook }) =>
    cutoff > BigInt(Number.MAX_SAFE_INTEGER)
      ? undefined
      : { kind: 'cancel before', book: to, isPinnedBook, cutoff: unixSeconds(Number(cutoff)) },
  ),
  knownCall(item('claimFees'), ([token], { to, isPinnedBook }) => ({
    kind: 'claim fees',
    book: to,
    isPinnedBook,
    token,
  })),
];
