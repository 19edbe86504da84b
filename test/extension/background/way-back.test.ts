import { type Address, decodeFunctionData, type Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { createWayBack } from '../../../entrypoints/background/orders/way-back.ts';
import { lendingPoolAbi } from '../../../shared/chain/abi/lending.ts';
import { reserveOf } from '../../../shared/chain/lending.ts';
import { MAX_UINT256, tokenAmount } from '../../../shared/units.ts';
import { type LendingState, lendingNode, supplyReceipt } from '../helpers/lending-node.ts';

const OWNER: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const RECEIPTS = reserveOf('USDC').receipt.address;
const RAY = 10n ** 27n;
const LENT = tokenAmount(2_000_000000n);

/** The pool an hour and some interest after 2,000 dollars were supplied at an index of one. */
function start(options: {
  before?: bigint;
  state?: Partial<LendingState>;
  receipts?: Readonly<Record<string, unknown>>;
  answer?: () => Promise<void>;
}) {
  const { before = 0n, receipts = { '0xaa': supplyReceipt(OWNER, LENT, RAY) } } = options;
  const index = (RAY * 101n) / 100n;
  const state = { index, asset: 0n, receipts: before + 2_020_000000n, liquidity: 10n ** 18n };
  const asked: bigint[] = [];
  const wayBack = createWayBack({
    client: lendingNode({ ...state, ...options.state }, receipts),
    own: {
      async call({ data }) {
        await options.answer?.();
        const { args } = decodeFunctionData({ abi: lendingPoolAbi, data });
        asked.push(args[1] as bigint);
        return '0xbb' as Hex;
      },
    },
    settled: async (hash) => ({ hash, status: 'confirmed' }),
  });
  return { wayBack, asked };
}

const ofFill = (onBack: () => Promise<void> = async () => undefined) => ({
  conversions: [{ amount: LENT, hash: '0xaa' }],
  onBack,
});

describe('the way back of what a fill has lent', () => {
  it('takes its interest, too, and leaves receipts that the account had before', async () => {
    const { wayBack, asked } = start({ before: 500_000000n });
    await wayBack.back(OWNER, RECEIPTS, ofFill());
    expect(asked).toEqual([2_020_000000n]);
  });

  it('takes everything when the account had none before, so that no interest stays', async () => {
    const { wayBack, asked } = start({ state: { receipts: 2_020_000001n } });
    await wayBack.back(OWNER, RECEIPTS, ofFill());
    expect(asked).toEqual([MAX_UINT256]);
  });

  it.each<[string, Readonly<Record<string, unknown>>]>([
    ['reports the supply', {}],
    ['reports its own receipts', { '0xaa': supplyReceipt(RECEIPTS, LENT, RAY) }],
    ['reports a later index than now', { '0xaa': supplyReceipt(OWNER, LENT, 2n * RAY) }],
  ])('takes the amount without interest when no node %s', async (_, receipts) => {
    const { wayBack, asked } = start({ before: 500_000000n, receipts });
    await wayBack.back(OWNER, RECEIPTS, ofFill());
    expect(asked).toEqual([2_000_000000n]);
  });

  it('never takes more than there is, whatever index a node invents', async () => {
    const receipts = { '0xaa': supplyReceipt(OWNER, LENT, 1n) };
    const { wayBack, asked } = start({ before: 500_000000n, receipts });
    await wayBack.back(OWNER, RECEIPTS, ofFill());
    expect(asked).toEqual([MAX_UINT256]);
  });

  it('the way back of what a fill has lent is offered no more once it is mined, and is under way until then', async () => {
    const seen: boolean[] = [];
    const { wayBack } = start({
      answer: async () => {
        seen.push(
          wayBack.isUnderWay(OWNER.toLowerCase(), 'aBasUSDC'),
          wayBack.isUnderWay(OWNER, 'USDC'),
          wayBack.isUnderWay(OWNER, 'WETH'),
          wayBack.isUnderWay(RECEIPTS, 'USDC'),
        );
      },
    });
    let isBack = false;
    await wayBack.back(
      OWNER,
      RECEIPTS,
      ofFill(async () => {
        isBack = true;
      }),
    );
    expect(isBack).toBe(true);
    expect(seen).toEqual([true, true, false, false]);
    expect(wayBack.isUnderWay(OWNER, 'USDC')).toBe(false);
  });

  it('the way back of what a fill has lent is over after a rejection', async () => {
    const { wayBack } = start({ answer: () => Promise.reject(new Error('rejected')) });
    await expect(wayBack.back(OWNER, RECEIPTS)).rejects.toThrow('rejected');
    expect(wayBack.isUnderWay(OWNER, 'USDC')).toBe(false);
  });
});
