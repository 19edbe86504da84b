import { encodeFunctionData, type Hex, zeroAddress } from 'viem';
import { erc20Abi } from '../../../../shared/chain/abi/erc20.ts';
import { multicallsAbi } from '../../../../shared/chain/abi/multicalls.ts';
import { optionBookAbi } from '../../../../shared/chain/abi/option-book.ts';
import { tokenCallsAbi } from '../../../../shared/chain/abi/token-calls.ts';
import { BOOK_R12 } from '../../../../shared/chain/deployments.ts';
import type { Dice } from './dice.ts';

const OTHER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';

export interface HostileCall {
  readonly to: Hex;
  readonly value: string;
  readonly data: Hex;
}

/** Returns a call that the wallet can decode, intact or damaged, with about `most` bytes. */
export function hostileCall(dice: Dice, most: number): HostileCall {
  const data = dice.pick(MAKERS)(dice, most, 0);
  return {
    to: dice.pick([BOOK_R12, USDC, OTHER]),
    value: dice.oneIn(10) ? '0x1' : '0x0',
    data: dice.oneIn(4) ? damaged(dice, data) : data,
  };
}

type Maker = (dice: Dice, most: number, level: number) => Hex;

const MAKERS: readonly Maker[] = [
  (dice) =>
    encodeFunctionData({
      abi: erc20Abi,
      functionName: dice.pick(['approve', 'transfer'] as const),
      args: [OTHER, BigInt(dice.below(1_000))],
    }),
  (dice, most) =>
    encodeFunctionData({
      abi: [tokenCallsAbi.transferItems],
      args: [OTHER, OTHER, 1n, 1n, bytes(dice.take(dice.size(100 * most)))],
    }),
  (dice, most) =>
    encodeFunctionData({
      abi: optionBookAbi,
      functionName: 'fillOrder',
      args: [order(dice, most), bytes(65), zeroAddress],
    }),
  (dice, most) =>
    encodeFunctionData({
      abi: optionBookAbi,
      functionName: 'cancelOrders',
      args: [Array.from({ length: dice.size(most / 20) }, () => order(dice, 3))],
    }),
  (dice, most) => `0xdeadbeef${'00'.repeat(dice.take(dice.size(100 * most)))}`,
  multicall,
  aggregate,
  sharedItems,
];

function multicall(dice: Dice, most: number, level: number): Hex {
  return encodeFunctionData({ abi: [multicallsAbi.multicall], args: [inner(dice, most, level)] });
}

function aggregate(dice: Dice, most: number, level: number): Hex {
  const calls = inner(dice, most, level).map((callData) => ({
    target: dice.pick([USDC, BOOK_R12, OTHER] as const),
    allowFailure: true,
    callData,
  }));
  return encodeFunctionData({ abi: [multicallsAbi.aggregate3], args: [calls] });
}

function inner(dice: Dice, most: number, level: number): Hex[] {
  const one = dice.pick(level < 3 ? MAKERS : MAKERS.slice(0, 5));
  const count = 1 + dice.size(60);
  const item = one(dice, most / count, level + 1);
  return Array.from({ length: count }, () => item);
}

/** Several offsets point to the same bytes, so that short data becomes long when decoded. */
function sharedItems(dice: Dice, most: number): Hex {
  const count = 1 + dice.size(2 * most);
  const length = dice.size(50 * most);
  const offsets = word(32 * count).repeat(count);
  return `0xac9650d8${word(32)}${word(count)}${offsets}${word(length)}${'ab'.repeat(length)}`;
}

function order(dice: Dice, most: number) {
  return {
    maker: OTHER,
    orderExpiryTimestamp: 1_900_000_000n,
    collateral: USDC,
    isCall: dice.oneIn(2),
    priceFeed: USDC,
    implementation: USDC,
    isLong: dice.oneIn(2),
    maxCollateralUsable: 1n,
    strikes: Array.from({ length: dice.take(64 * dice.size(5 * most)) / 64 }, (_, index) =>
      BigInt(index),
    ),
    expiry: 1_900_000_000n,
    price: 1n,
    numContracts: 1n,
    extraOptionData: bytes(dice.take(dice.size(10 * most))),
  } as const;
}

function damaged(dice: Dice, data: Hex): Hex {
  const at = 10 + dice.below(Math.max(1, data.length - 10));
  const rest = dice.pick(['', 'ff', 'ff'.repeat(32), data.slice(10)]);
  const text = `${data.slice(0, at)}${rest}${dice.oneIn(2) ? data.slice(at) : ''}`;
  return text.length % 2 === 0 ? (text as Hex) : `${text as Hex}0`;
}

function bytes(length: number): Hex {
  return `0x${'11'.repeat(length)}`;
}

function word(value: number): string {
  return value.toString(16).padStart(64, '0');
}
