import { type Address, encodeFunctionResult } from 'viem';
import { describe, expect, it } from 'vitest';
import { createOwnTransactions } from '../../../entrypoints/background/approvals/own-transactions.ts';
import type { Rpc } from '../../../entrypoints/background/chain/rpc.ts';
import { claimFees } from '../../../entrypoints/background/market/referrer.ts';
import { readReferrerFees } from '../../../entrypoints/background/orders/referrer-fees.ts';
import { multicall3Abi } from '../../../shared/chain/abi/multicall3.ts';
import { BOOK_R12, BOOKS, TOKENS } from '../../../shared/chain/deployments.ts';
import { createFakeRandom } from '../../helpers/fake-world.ts';

const REFERRER: Address = `0x${'ab'.repeat(20)}`;
const TRUSTED: Address = `0x${'cd'.repeat(20)}`;
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}` as const;

/** A chain on which the n-th read of fees has n units, and reads of some books revert. */
function chain(count: number, reverts: (index: number) => boolean): Rpc {
  return {
    async request(_, params) {
      const [{ to }] = params as [{ to: string }];
      if (to === BOOK_R12) return word(2_500n);
      return encodeFunctionResult({
        abi: multicall3Abi,
        functionName: 'aggregate3',
        result: Array.from({ length: count }, (__, i) => ({
          success: !reverts(i),
          returnData: reverts(i) ? '0x' : word(BigInt(i)),
        })),
      });
    },
  };
}

describe('fees of a referrer', () => {
  it('are read on every known book and on trusted ones; a book that reverts has none', async () => {
    const books = [...BOOKS.map(({ address }) => address), TRUSTED];
    const count = books.length * TOKENS.length;
    const client = chain(count, (i) => i < TOKENS.length);
    const { splitBps, claimable } = await readReferrerFees(client, REFERRER, [TRUSTED]);
    expect(splitBps).toBe(2_500n);
    expect(claimable).toHaveLength(count - TOKENS.length);
    expect([...new Set(claimable.map(({ book }) => book))]).toEqual(books.slice(1));
    expect(claimable.at(-1)).toMatchObject({ book: TRUSTED, amount: BigInt(count - 1) });
  });

  it('are claimed from the book that holds them, and from no other contract', async () => {
    const asked: string[] = [];
    const own = createOwnTransactions({
      random: createFakeRandom('fees'),
      transactions: {
        async ask({ transaction }) {
          asked.push(String(transaction.to));
          return '0x01';
        },
      },
    });
    const r10 = BOOKS.find(({ revision }) => revision === 'r10')?.address ?? expect.unreachable();
    const [token] = TOKENS;
    if (token === undefined) return expect.unreachable();
    const options = { account: REFERRER, token: token.address, trusted: [TRUSTED] };
    await claimFees(own, { ...options, book: r10 });
    await claimFees(own, { ...options, book: TRUSTED });
    expect(asked).toEqual([r10, TRUSTED]);
    expect(() => claimFees(own, { ...options, book: REFERRER })).toThrow();
    expect(asked).toHaveLength(2);
  });
});
