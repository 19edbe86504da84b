import { type Address, decodeFunctionData, type Hex } from 'viem';
import { expect, it } from 'vitest';
import { cancelAll } from '../../../entrypoints/background/maker/own-quotes.ts';
import { optionBookAbi } from '../../../shared/chain/abi/option-book.ts';
import { BOOK_R12, BOOKS } from '../../../shared/chain/deployments.ts';
import type { FeedEntry } from '../../../shared/orders/parse-feed.ts';
import { unixSeconds } from '../../../shared/units.ts';
import { realOrders } from '../../shared/orders/real-orders.ts';

const [{ entry } = expect.unreachable()] = realOrders();
const account = entry.order.maker;
const { address: EARLIER } =
  BOOKS.find(({ revision }) => revision === 'r10') ?? expect.unreachable();
const UNKNOWN: Address = '0xAb8483F64d9C6d1EcF9b849Ae677dD3315835cb2';
const entryOn = (book: Address): FeedEntry => ({ ...entry, optionBookAddress: book });

const ends = entry.order.orderExpiryTimestamp;

async function cancel(options: { now: number; isRead?: boolean }) {
  const called: [Address, string][] = [];
  const snapshot = {
    byDigest: new Map([
      ['0x01', entryOn(EARLIER)],
      ['0x02', entryOn(EARLIER.toLowerCase() as Address)],
      ['0x03', entryOn(UNKNOWN)],
    ]),
  };
  await cancelAll(
    {
      call: async ({ to, data }: { to: Address; data?: Hex }) => {
        const { functionName } = decodeFunctionData({ abi: optionBookAbi, data: data ?? '0x' });
        called.push([to, functionName]);
        return `0x${'11'.repeat(32)}` as const;
      },
    },
    {
      account,
      now: unixSeconds(options.now),
      snapshot: options.isRead === false ? undefined : snapshot,
      checks: {
        isGenuine: () => true,
        makerOf: () => expect.unreachable(),
        unfillableOf: () => undefined,
        oracleOf: () => undefined,
        quoteSpotOf: () => undefined,
      },
    },
  );
  return called;
}

it('cancels all quotes that end before a cutoff, on the current book and on each known book where the account has quotes', async () => {
  const byTime = 'cancelOrdersExpiringBefore';
  expect(await cancel({ now: ends - 60 })).toEqual([
    [BOOK_R12, byTime],
    [EARLIER, byTime],
  ]);
  expect(await cancel({ now: ends + 1 })).toEqual([[BOOK_R12, byTime]]);
  expect(await cancel({ now: ends - 60, isRead: false })).toEqual([[BOOK_R12, byTime]]);
});

it('cancels quotes one by one if they end in more than an hour, so that the account can still sign new quotes', async () => {
  expect(await cancel({ now: ends - 7_200 })).toEqual([
    [BOOK_R12, 'cancelOrdersExpiringBefore'],
    [EARLIER, 'cancelOrdersExpiringBefore'],
    [EARLIER, 'cancelOrders'],
  ]);
});
