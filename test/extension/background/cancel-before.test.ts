import type { Address } from 'viem';
import { expect, it } from 'vitest';
import { cancelBefore } from '../../../entrypoints/background/market/maker.ts';
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

it('cancels by time on the current book and on each known one with quotes of the account', async () => {
  const called: Address[] = [];
  const options = {
    account,
    cutoff: unixSeconds(1_800_000_000),
    snapshot: {
      byDigest: new Map([
        ['0x01', entryOn(EARLIER)],
        ['0x02', entryOn(EARLIER.toLowerCase() as Address)],
        ['0x03', entryOn(UNKNOWN)],
      ]),
    },
    checks: {
      isGenuine: () => true,
      makerOf: () => expect.unreachable(),
      unfillableOf: () => undefined,
      oracleOf: () => undefined,
    },
  };
  const own = {
    call: async ({ to }: { to: Address }) => {
      called.push(to);
      return `0x${'11'.repeat(32)}` as const;
    },
  };
  expect(await cancelBefore(own, options)).toHaveLength(2);
  expect(called).toEqual([BOOK_R12, EARLIER]);
  called.length = 0;
  // Quotes that end later aren't meant.
  await cancelBefore(own, { ...options, cutoff: entry.order.orderExpiryTimestamp });
  expect(called).toEqual([BOOK_R12]);
  called.length = 0;
  await cancelBefore(own, { ...options, snapshot: undefined });
  expect(called).toEqual([BOOK_R12]);
});
