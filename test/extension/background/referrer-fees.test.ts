import { type Address, decodeFunctionData, encodeFunctionResult, getAddress, type Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { createOwnTransactions } from '../../../entrypoints/background/approvals/sending/own-transactions.ts';
import type { Rpc } from '../../../entrypoints/background/chain/rpc.ts';
import { claimFees } from '../../../entrypoints/background/maker/index.ts';
import { readReferrerFees } from '../../../entrypoints/background/maker/referrer-fees.ts';
import { multicall3Abi } from '../../../shared/chain/abi/multicall3.ts';
import { optionBookAbi } from '../../../shared/chain/abi/option-book.ts';
import { BOOK_R12, BOOKS, TOKENS } from '../../../shared/chain/deployments.ts';
import { createFakeRandom } from '../../helpers/fake-world.ts';

const REFERRER: Address = `0x${'ab'.repeat(20)}`;
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}` as const;

interface FeeRead {
  readonly book: Address;
  readonly token: Address;
  readonly referrer: Address;
}

/**
 * Creates a node whose books have the fees that `feeOf` returns. If `feeOf` returns undefined, the
 * call reverts.
 */
function chain(feeOf: (read: FeeRead) => bigint | undefined): Rpc {
  return {
    async request(_, params) {
      const [{ to, data }] = params as [{ to: string; data: Hex }];
      if (to === BOOK_R12) return word(2_500n);
      const { args } = decodeFunctionData({ abi: multicall3Abi, data });
      return encodeFunctionResult({
        abi: multicall3Abi,
        functionName: 'aggregate3',
        result: args[0].map(({ target, callData }) => {
          const call = decodeFunctionData({ abi: optionBookAbi, data: callData });
          if (call.functionName !== 'fees') throw new Error('Only fees are read here.');
          const [token, referrer] = call.args;
          const fee = feeOf({ book: target, token, referrer });
          return { success: fee !== undefined, returnData: fee === undefined ? '0x' : word(fee) };
        }),
      });
    },
  };
}

describe('the fees of a referrer', () => {
  it('reads a referrer’s fees on every known book, and reports none for a book that reverts', async () => {
    const books = BOOKS.map(({ address }) => address);
    const asked: FeeRead[] = [];
    const pairs = books.flatMap((book) => TOKENS.map(({ address: token }) => ({ book, token })));
    const amountOf = ({ book, token }: Omit<FeeRead, 'referrer'>) =>
      BigInt(1 + pairs.findIndex((pair) => pair.book === book && pair.token === token));
    const client = chain((read) => {
      asked.push(read);
      return read.book === books[0] ? undefined : amountOf(read);
    });
    const { splitBps, claimable } = await readReferrerFees(client, REFERRER);
    expect(splitBps).toBe(2_500n);
    const referrer = getAddress(REFERRER);
    expect(asked).toEqual(pairs.map((pair) => ({ ...pair, referrer })));
    expect(claimable).toEqual(
      books.slice(1).flatMap((book) =>
        TOKENS.map((token) => ({
          book,
          token,
          amount: amountOf({ book, token: token.address }),
        })),
      ),
    );
  });

  it('claims fees from a known book, and never from an unknown contract', async () => {
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
    const options = { account: REFERRER, token: token.address };
    await claimFees(own, { ...options, book: r10 });
    expect(asked).toEqual([r10]);
    expect(() => claimFees(own, { ...options, book: REFERRER })).toThrow();
    expect(asked).toHaveLength(1);
  });
});
