import { type Address, encodeFunctionData, type Hex, numberToHex, parseAbi } from 'viem';
import { describe, expect, it } from 'vitest';
import { explain } from '../../../../../entrypoints/background/approvals/explain/explain.ts';
import { createCodeReader } from '../../../../../entrypoints/background/chain/code-at.ts';
import type { CallDescriptor } from '../../../../../shared/approvals/known-calls/descriptor.ts';
import { CALL_DESCRIPTORS } from '../../../../../shared/approvals/known-calls/descriptors.ts';
import { understandTransaction } from '../../../../../shared/approvals/understand.ts';
import { chainContext } from '../../../../../shared/chain/chain-context.ts';
import { CHAIN_ID } from '../../../../../shared/chain/deployments.ts';
import { LENDING_POOL, reserveOf } from '../../../../../shared/chain/lending.ts';
import { epochMs } from '../../../../../shared/units.ts';
import { worded } from '../../../helpers/worded.ts';

const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const OTHER = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const OPTION = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65';
const USDC = reserveOf('USDC').asset.address;

const abi = parseAbi([
  'function transfer(address,uint256)',
  'function transferFrom(address,address,uint256)',
  'function safeTransferFrom(address,address,uint256)',
  'function safeTransferFrom(address,address,uint256,bytes)',
  'function safeTransferFrom(address,address,uint256,uint256,bytes)',
  'function supply(address,uint256,address,uint16)',
  'function withdraw(address,uint256,address)',
]);
const sidesAbi = parseAbi([
  'function transfer(bool,address)',
  'function approveTransfer(bool,address,bool)',
]);

/** Calls that send money or a position to a receiver, here `OTHER`. */
const SAMPLES: Readonly<Record<string, { readonly to: Address; readonly data: Hex }>> = {
  'transfer(address,uint256)': {
    to: USDC,
    data: encodeFunctionData({ abi, functionName: 'transfer', args: [OTHER, 5n] }),
  },
  'transferFrom(address,address,uint256)': {
    to: USDC,
    data: encodeFunctionData({ abi, functionName: 'transferFrom', args: [ACCOUNT, OTHER, 5n] }),
  },
  'safeTransferFrom(address,address,uint256)': {
    to: OPTION,
    data: encodeFunctionData({ abi, functionName: 'safeTransferFrom', args: [ACCOUNT, OTHER, 7n] }),
  },
  'safeTransferFrom(address,address,uint256,bytes)': {
    to: OPTION,
    data: encodeFunctionData({
      abi,
      functionName: 'safeTransferFrom',
      args: [ACCOUNT, OTHER, 7n, '0x'],
    }),
  },
  'safeTransferFrom(address,address,uint256,uint256,bytes)': {
    to: OPTION,
    data: encodeFunctionData({
      abi,
      functionName: 'safeTransferFrom',
      args: [ACCOUNT, OTHER, 7n, 1n, '0x'],
    }),
  },
  'supply(address,uint256,address,uint16)': {
    to: LENDING_POOL,
    data: encodeFunctionData({ abi, functionName: 'supply', args: [USDC, 5n, OTHER, 0] }),
  },
  'withdraw(address,uint256,address)': {
    to: LENDING_POOL,
    data: encodeFunctionData({ abi, functionName: 'withdraw', args: [USDC, 5n, OTHER] }),
  },
  'transfer(bool,address)': {
    to: OPTION,
    data: encodeFunctionData({ abi: sidesAbi, functionName: 'transfer', args: [true, OTHER] }),
  },
  'approveTransfer(bool,address,bool)': {
    to: OPTION,
    data: encodeFunctionData({
      abi: sidesAbi,
      functionName: 'approveTransfer',
      args: [false, OTHER, true],
    }),
  },
};

/** Calls that move no money themselves; other checks judge their spenders. */
const ALLOWING = [
  'approve(address,uint256)',
  'increaseAllowance(address,uint256)',
  'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
  'setApprovalForAll(address,bool)',
  'approve(address,address,uint160,uint48)',
];

/** Functions of contracts that pay only the caller, or parties that other checks judge. */
const PAYING_CALLER = [
  ...['deposit', 'withdraw(uint256)', 'payout', 'exercise', 'doNotExercise', 'close', 'split'],
  ...['returnExcessCollateral', 'reclaimCollateral', 'requestForQuotation', 'settleQuotation'],
  ...['settleQuotationEarly', 'cancelQuotation', 'claimEscrowedFunds', 'makeOfferForQuotation'],
  ...['revealOffer', 'cancelOfferForQuotation', 'settleQuotationEarlyByOrderBook'],
  ...[
    'registerReferral',
    'withdrawFees',
    'fillOrder',
    'swapAndFillOrder',
    'cancelOrder',
    'cancelOrders',
  ],
  ...['cancelOrdersExpiringBefore', 'claimFees'],
];

const ALL = CALL_DESCRIPTORS.flatMap(({ functions }: CallDescriptor) =>
  Object.values(functions)
    .flat()
    .map(({ abi: { name, inputs } }) => ({
      name,
      text: `${name}(${inputs.map(({ type }) => type)})`,
    })),
);

async function shown({ to, data }: { to: Address; data: Hex }, isOwnRequest = false) {
  const rpc = {
    request: async (method: string) =>
      method === 'eth_getCode' ? '0x6001' : numberToHex(1n, { size: 32 }),
  };
  const meaning = await explain(
    {
      ...{ context: chainContext(CHAIN_ID, 'ETH'), rpc, codeAt: createCodeReader(rpc) },
      ...{ clock: { now: () => epochMs(0) }, spotOf: () => undefined, isOwnRequest },
      isInFeed: async () => undefined,
      known: () => [],
    },
    understandTransaction({ to, data, value: data === '0x' ? '0x1' : '0x0' }),
    ACCOUNT,
  );
  return worded(meaning);
}

describe('a call that pays an account for the first time', () => {
  it('the samples cover every known call except calls that pay the caller or only grant an allowance', () => {
    const isListed = ({ name, text }: (typeof ALL)[number]) =>
      text in SAMPLES ||
      ALLOWING.includes(text) ||
      PAYING_CALLER.includes(name) ||
      PAYING_CALLER.includes(text);
    expect(ALL.filter((call) => !isListed(call))).toEqual([]);
    const texts = ALL.map(({ text }) => text);
    expect(Object.keys(SAMPLES).filter((text) => !texts.includes(text))).toEqual([]);
  });

  it.each(Object.entries(SAMPLES))(
    'names an unknown receiver and requires an acknowledgement: %s',
    async (_, call) => {
      const { sentence, rows, danger } = await shown(call);
      expect(danger).toBeDefined();
      expect(`${sentence} ${JSON.stringify(rows)}`).toMatch(/0x90F7/i);
    },
  );

  it('shows only a warning for an unknown receiver when the call sends ether or a wallet page requests the call', async () => {
    const transfer = SAMPLES['transfer(address,uint256)'] ?? expect.unreachable();
    for (const { checks, danger } of [
      await shown({ to: OTHER, data: '0x' }),
      await shown(transfer, true),
    ]) {
      expect(danger).toBeUndefined();
      expect(checks).toMatchObject([{ label: 'Receiver', status: 'warned' }]);
    }
  });
});
