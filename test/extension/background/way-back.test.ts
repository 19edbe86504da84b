import { type Address, decodeFunctionData, type Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../entrypoints/background/chain/failures.ts';
import { NotStoredError } from '../../../entrypoints/background/kernel/stored.ts';
import {
  createWayBack,
  type WayBackInput,
} from '../../../entrypoints/background/orders/way-back.ts';
import type { CallsState } from '../../../entrypoints/background/procedures/calls.ts';
import { moneyOf } from '../../../entrypoints/background/procedures/claims.ts';
import { lendingPoolAbi } from '../../../shared/chain/abi/lending.ts';
import { reserveOf } from '../../../shared/chain/lending.ts';
import { MAX_UINT256, tokenAmount } from '../../../shared/units.ts';
import { callDeps } from '../helpers/call-deps.ts';
import { type LendingState, lendingNode, supplyReceipt } from '../helpers/lending-node.ts';

const OWNER: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const RECEIPTS = reserveOf('USDC').receipt.address;
const RAY = 10n ** 27n;
const LENT = tokenAmount(2_000_000000n);

/**
 * Creates the pool after an hour of interest. The account supplied 2,000 dollars when the index was
 * one.
 */
function start(options: {
  before?: bigint;
  state?: Partial<LendingState>;
  receipts?: Readonly<Record<string, unknown>>;
  answer?: () => Promise<void>;
  stored?: readonly CallsState<WayBackInput>[];
  mark?: () => Promise<void>;
}) {
  const { before = 0n, receipts = { '0xaa': supplyReceipt(OWNER, LENT, RAY) } } = options;
  const index = (RAY * 101n) / 100n;
  const state = { index, asset: 0n, receipts: before + 2_020_000000n, liquidity: 10n ** 18n };
  const asked: bigint[] = [];
  const back: string[] = [];
  const deps = callDeps<WayBackInput>({
    client: lendingNode({ ...state, ...options.state }, receipts),
  });
  if (options.stored !== undefined) void deps.stored.write([...options.stored]);
  const wayBack = createWayBack({
    ...deps,
    transactions: {
      async ask({ transaction }) {
        await options.answer?.();
        const { args } = decodeFunctionData({ abi: lendingPoolAbi, data: transaction.data as Hex });
        asked.push(args[1] as bigint);
        return '0xbb' as Hex;
      },
    },
    async onBack(fill) {
      await options.mark?.();
      back.push(fill);
    },
  });
  const isTaken = (account: string, symbol: string) =>
    deps.procedures.holderOf([{ on: moneyOf(account, symbol), by: 'fill' }]) !== undefined;
  return { wayBack, procedures: deps.procedures, asked, back, isTaken };
}

const OF_FILL = { id: 'one', conversions: [{ amount: LENT, hash: '0xaa' }] };

describe('converting back the money that a fill supplied', () => {
  it('converts back the interest too, but leaves receipts that the account had before', async () => {
    const { wayBack, asked } = start({ before: 500_000000n });
    await wayBack.back(OWNER, RECEIPTS, OF_FILL);
    expect(asked).toEqual([2_020_000000n]);
  });

  it('converts the whole balance back, with all interest, when the account had no receipts before', async () => {
    const { wayBack, asked } = start({ state: { receipts: 2_020_000001n } });
    await wayBack.back(OWNER, RECEIPTS, OF_FILL);
    expect(asked).toEqual([MAX_UINT256]);
  });

  it.each<[string, Readonly<Record<string, unknown>>]>([
    ['no receipt of the supply', {}],
    ['a receipt of another account’s supply', { '0xaa': supplyReceipt(RECEIPTS, LENT, RAY) }],
    [
      'a receipt with a later index than the current index',
      { '0xaa': supplyReceipt(OWNER, LENT, 2n * RAY) },
    ],
  ])(
    'converts only the supplied amount back, without interest, when no node proves the interest: %s',
    async (_, receipts) => {
      const { wayBack, asked } = start({ before: 500_000000n, receipts });
      await wayBack.back(OWNER, RECEIPTS, OF_FILL);
      expect(asked).toEqual([2_000_000000n]);
    },
  );

  it.each([RECEIPTS, reserveOf('WETH').asset.address])(
    'rejects a stale request to convert back money that was already converted back (token %s)',
    async (token) => {
      const { wayBack, asked, isTaken } = start({ before: 500_000000n });
      const stale = { id: 'one', conversions: [] };
      await expect(wayBack.back(OWNER, token, stale)).rejects.toMatchObject({
        code: 'takerBalance',
      });
      expect(asked).toEqual([]);
      expect(isTaken(OWNER, 'USDC')).toBe(false);
      expect(wayBack.all()).toEqual([]);
    },
  );

  it('withdraws no more than the account’s whole balance when a node invents an index', async () => {
    const receipts = { '0xaa': supplyReceipt(OWNER, LENT, 1n) };
    const { wayBack, asked } = start({ before: 500_000000n, receipts });
    await wayBack.back(OWNER, RECEIPTS, OF_FILL);
    expect(asked).toEqual([MAX_UINT256]);
  });

  it('reserves the money during the conversion, and marks the fill’s money as converted back afterwards', async () => {
    const seen: boolean[] = [];
    const { wayBack, back, isTaken } = start({
      answer: async () => {
        seen.push(
          isTaken(OWNER.toLowerCase(), 'aBasUSDC'),
          isTaken(OWNER, 'USDC'),
          isTaken(OWNER, 'WETH'),
          isTaken(RECEIPTS, 'USDC'),
        );
      },
    });
    await wayBack.back(OWNER, RECEIPTS, OF_FILL);
    expect(back).toEqual(['one']);
    expect(seen).toEqual([true, true, false, false]);
    expect(isTaken(OWNER, 'USDC')).toBe(false);
  });

  it('marks the money as converted back once the user continues a conversion whose mark couldn’t be stored', async () => {
    let isFull = true;
    const mark = async () => {
      if (isFull) throw new NotStoredError();
    };
    const { wayBack, back } = start({ mark });
    await wayBack.back(OWNER, RECEIPTS, OF_FILL).catch(() => undefined);
    expect(wayBack.views()).toMatchObject([{ state: 'paused', why: 'failed' }]);
    isFull = false;
    await wayBack.goOn(wayBack.all()[0]?.id ?? '');
    await wayBack.reached(wayBack.all()[0]?.id ?? '', ({ end }) => end?.code === 'done');
    expect(back).toEqual(['one']);
  });

  it('frees the reserved money when the user rejects the conversion', async () => {
    const { wayBack, isTaken } = start({ answer: () => Promise.reject(new Error('rejected')) });
    await expect(wayBack.back(OWNER, RECEIPTS)).rejects.toThrow('rejected');
    expect(isTaken(OWNER, 'USDC')).toBe(false);
  });

  it('refuses to repeat a lost conversion while its last call can still be mined', async () => {
    const withdraw = { step: 'withdraw', key: 'own:1', to: RECEIPTS, data: '0x' } as const;
    const lost: CallsState<WayBackInput> = {
      ...{ id: 'lost', at: 0, account: OWNER, input: { token: RECEIPTS } },
      steps: [{ ...withdraw, hash: '0xcc' }],
      end: { code: 'superseded' },
    };
    const { wayBack, procedures, asked } = start({ stored: [lost] });
    await procedures.load();
    const refusal: unknown = await wayBack.back(OWNER, RECEIPTS).catch((error: unknown) => error);
    expect(failureOf(refusal)).toEqual({ code: 'wayBackUnsure', details: { holder: 'lost' } });
    expect(asked).toEqual([]);
  });

  it('doesn’t complete a conversion of ether while no node reports the withdrawn amount', async () => {
    const withdraw = { step: 'withdraw', key: 'own:1', to: RECEIPTS, data: '0x' } as const;
    const paused: CallsState<WayBackInput> = {
      ...{ id: 'ether', at: 0, account: OWNER },
      input: { token: reserveOf('WETH').receipt.address },
      steps: [{ ...withdraw, hash: '0xcc', isMined: true }],
      end: { code: 'rejected' },
    };
    const { wayBack, procedures } = start({ stored: [paused] });
    await procedures.load();
    await wayBack.goOn('ether');
    await expect.poll(() => wayBack.find('ether')?.end?.code).toBe('failed');
    expect(wayBack.views()).toMatchObject([{ state: 'paused', steps: [{ step: 'withdraw' }] }]);
  });
});
