import fc from 'fast-check';
import { type Abi, encodeFunctionData, type Hex, parseAbi } from 'viem';
import { describe, expect, it } from 'vitest';
import { batchOf } from '../../../shared/approvals/batch.ts';
import { type CallFacts, CallFactsSchema } from '../../../shared/approvals/facts/call-facts.ts';
import { callOf } from '../../../shared/approvals/facts/call-of.ts';
import { understandTransaction } from '../../../shared/approvals/understand.ts';
import { lendingPoolAbi } from '../../../shared/chain/abi/lending.ts';
import { optionBookAbi } from '../../../shared/chain/abi/option-book.ts';
import { chainContext } from '../../../shared/chain/chain-context.ts';
import { BOOK_R12, CHAIN_ID, PRICE_FEEDS, TOKENS } from '../../../shared/chain/deployments.ts';
import { LENDING_POOL } from '../../../shared/chain/lending.ts';
import { parseAs } from '../../../shared/parse.ts';

const OTHER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const USDC = TOKENS.find(({ symbol }) => symbol === 'USDC')?.address ?? OTHER;
const FEED = PRICE_FEEDS[0]?.address ?? OTHER;
const PLACE = chainContext(CHAIN_ID, 'ETH');
const MOST = 2n ** 256n - 1n;
const abi = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 addedValue)',
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
  'function safeTransferFrom(address from, address to, uint256 tokenId)',
  'function withdraw(uint256 amount)',
  'function split(uint256 amount)',
  'function reclaimCollateral(address ownedOption)',
  'function transfer(bool isBuyer, address target)',
  'function multicall(bytes[] data)',
]);
const encode = (functionName: string, args: readonly unknown[], from: Abi = abi) =>
  encodeFunctionData({ abi: from, functionName, args });

function facts(data: Hex, to: string = USDC, value = '0x0'): CallFacts {
  return callOf(understandTransaction({ to, data, value }), PLACE, OTHER);
}

/** Checks that a call can be stored. An invalid stored call would stop the wallet's start. */
function expectStorable(call: CallFacts): void {
  const kept: unknown = JSON.parse(JSON.stringify(call));
  expect(parseAs(CallFactsSchema, kept)).toEqual(call);
}

describe('the facts of a call', () => {
  it('names a known token with its symbol and decimals, and an unknown token only by its address', () => {
    expect(facts(encode('transfer', [OTHER, 5n]))).toEqual({
      kind: 'transfer',
      to: OTHER,
      amount: { token: { address: USDC, symbol: 'USDC', decimals: 6 }, units: '5' },
    });
    expect(facts(encode('approve', [BOOK_R12, 5n]), OTHER)).toEqual({
      kind: 'approve',
      spender: BOOK_R12,
      isBook: true,
      amount: { token: { address: OTHER }, units: '5' },
    });
  });

  it('describes a multicall with one call as that call, and a multicall with two calls as a multicall', () => {
    const inner = encode('transfer', [OTHER, 5n]);
    expect(facts(encode('multicall', [[inner]]))).toMatchObject({ kind: 'transfer' });
    expect(facts(encode('multicall', [[inner, inner]]))).toEqual({ kind: 'multicall', count: 2 });
  });

  it('describes a batch as a fill when its other calls only prepare that fill', () => {
    const order = {
      maker: OTHER,
      orderExpiryTimestamp: 1n,
      collateral: USDC,
      isCall: false,
      priceFeed: FEED,
      implementation: OTHER,
      isLong: true,
      maxCollateralUsable: 1n,
      strikes: [1n],
      expiry: 1n,
      price: 1n,
      numContracts: 1n,
      extraOptionData: '0x',
    };
    const call = (to: string, data: Hex) => ({ to, data, value: '0x0' });
    const fill = call(BOOK_R12, encode('fillOrder', [order, '0x11', OTHER], optionBookAbi));
    const kindOf = (...calls: ReturnType<typeof call>[]) => {
      const { data } = batchOf(OTHER, calls) ?? expect.unreachable();
      return facts(data as Hex, OTHER).kind;
    };
    const supply = (to: string) =>
      call(LENDING_POOL, encode('supply', [USDC, 1n, to, 0], lendingPoolAbi));
    const approve = (spender: string) => call(USDC, encode('approve', [spender, 1n]));
    expect(kindOf(approve(LENDING_POOL), supply(OTHER), approve(BOOK_R12), fill)).toBe('fill');
    expect(kindOf(approve(OTHER), fill)).toBe('batch');
    expect(kindOf(supply(FEED), fill)).toBe('batch');
    expect(kindOf(fill, fill)).toBe('batch');
    expect(kindOf(call(USDC, encode('transfer', [OTHER, 1n])), approve(BOOK_R12))).toBe('batch');
  });

  it('the facts of a call with the largest possible values can be stored', () => {
    const order = {
      maker: OTHER,
      orderExpiryTimestamp: MOST,
      collateral: USDC,
      isCall: true,
      priceFeed: FEED,
      implementation: OTHER,
      isLong: false,
      maxCollateralUsable: MOST,
      strikes: Array.from({ length: 40 }, () => MOST),
      expiry: MOST,
      price: MOST,
      numContracts: MOST,
      extraOptionData: '0x',
    };
    const book = (name: string, args: readonly unknown[]) =>
      facts(encode(name, args, optionBookAbi), BOOK_R12);
    for (const call of [
      facts(encode('approve', [OTHER, MOST])),
      facts(encode('increaseAllowance', [OTHER, MOST]), OTHER),
      facts(encode('transfer', [OTHER, MOST]), OTHER),
      facts(encode('transferFrom', [OTHER, USDC, MOST])),
      facts(encode('setApprovalForAll', [OTHER, true])),
      facts(encode('safeTransferFrom', [OTHER, USDC, MOST])),
      facts(encode('withdraw', [MOST]), '0x4200000000000000000000000000000000000006'),
      facts(encode('split', [MOST]), OTHER),
      facts(encode('reclaimCollateral', [OTHER])),
      facts(encode('transfer', [true, OTHER])),
      facts('0x', OTHER, `0x${MOST.toString(16)}`),
      facts('0xdeadbeef'),
      facts('0xa9059cbb00'),
      book('fillOrder', [order, '0x11', OTHER]),
      book('swapAndFillOrder', [order, '0x11', OTHER, USDC, MOST, '0x22', OTHER]),
      book('cancelOrder', [order]),
      callOf({ kind: 'deploy' }, PLACE, OTHER),
    ]) {
      expectStorable(call);
    }
  });

  it('the facts of a call with any bytes can be stored', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.bigInt(0n, MOST), (bytes, value) => {
        const data: Hex = `0x${Buffer.from(bytes).toString('hex')}`;
        expectStorable(facts(data, OTHER, `0x${value.toString(16)}`));
      }),
    );
  });
});
