import { type Abi, encodeFunctionData, type Hex, parseAbi } from 'viem';
import { describe, expect, it } from 'vitest';
import { explain } from '../../../../../entrypoints/background/approvals/explain/explain.ts';
import { createCodeReader } from '../../../../../entrypoints/background/chain/code-at.ts';
import { understandTransaction } from '../../../../../shared/approvals/understand.ts';
import { chainContext } from '../../../../../shared/chain/chain-context.ts';
import { BOOK_R12, CHAIN_ID } from '../../../../../shared/chain/deployments.ts';
import type { KnownAddress } from '../../../../../shared/chain/receiver.ts';
import type { CallMeaning } from '../../../../../shared/messages/approval-view.ts';
import { epochMs } from '../../../../../shared/units.ts';

const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const BAKERY = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
/** An address that begins and ends like the bakery's. */
const POISON = `0x7099${'1'.repeat(32)}79c8` as const;
const STRANGER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const CONTACT: KnownAddress = { address: BAKERY, name: 'Bakery', kind: 'contact' };
const MOST = 2n ** 256n - 1n;
const abi = parseAbi([
  'function approve(address,uint256)',
  'function transfer(address,uint256)',
  'function setApprovalForAll(address,bool)',
  'function multicall(bytes[])',
]);
const encode = (functionName: string, args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi: abi as Abi, functionName, args });

/** Explains a call on a chain where every address has this code. */
function meaningOf(to: string, data: Hex, code = '0x6001'): Promise<CallMeaning> {
  const rpc = { request: async (method: string) => (method === 'eth_getCode' ? code : '0x') };
  return explain(
    {
      context: chainContext(CHAIN_ID, 'ETH'),
      rpc,
      codeAt: createCodeReader(rpc),
      clock: { now: () => epochMs(0) },
      spotOf: () => undefined,
      isInFeed: async () => undefined,
      known: () => [CONTACT],
    },
    understandTransaction({ to, value: '0x0', data }),
    ACCOUNT,
  );
}

describe('the explanation of an allowance', () => {
  it('includes an allowance’s spender, token and amount, and reports two dangers when the spender imitates a contact', async () => {
    const { call, checks, dangers, allowance } = await meaningOf(
      USDC,
      encode('approve', [POISON, 5n]),
    );
    const amount = { token: { address: USDC, symbol: 'USDC', decimals: 6 }, units: '5' };
    const spender = understoodAddress(call);
    expect(spender.toLowerCase()).toBe(POISON);
    expect(call).toEqual({ kind: 'approve', spender, amount });
    expect(checks).toEqual([
      { code: 'spender.unknown', status: 'warned' },
      { code: 'amount.anyTime', status: 'warned', amount },
      { code: 'spender.looksAlike', status: 'warned', known: CONTACT },
    ]);
    expect(dangers).toEqual([
      { code: 'mayTake', spender, isBook: false, isUnlimited: false, amount },
      { code: 'looksAlike', role: 'spender', known: CONTACT },
    ]);
    expect(allowance).toEqual({ amount: '5', isUnlimited: false, symbol: 'USDC', decimals: 6 });
  });

  it('warns that a spender is an ordinary account, instead of warning about an unknown contract', async () => {
    const { checks, dangers } = await meaningOf(USDC, encode('approve', [STRANGER, MOST]), '0x');
    expect(checks).toEqual([
      { code: 'spender.person', status: 'failed' },
      { code: 'amount.unlimited', status: 'warned' },
    ]);
    expect(dangers).toMatchObject([
      { code: 'spender.person' },
      { code: 'mayTake', spender: STRANGER, isUnlimited: true },
    ]);
  });

  it('includes two passed checks and no danger for a known book as spender', async () => {
    const { call, checks, dangers } = await meaningOf(USDC, encode('approve', [BOOK_R12, 5n]));
    expect(call).toMatchObject({ kind: 'approve', isBook: true });
    expect(checks).toEqual([
      { code: 'spender.knownBook', status: 'passed' },
      { code: 'amount.limited', status: 'passed' },
    ]);
    expect(dangers).toEqual([]);
  });

  it('includes neither checks nor dangers for a revocation', async () => {
    for (const data of [
      encode('approve', [POISON, 0n]),
      encode('setApprovalForAll', [POISON, false]),
    ])
      expect(await meaningOf(USDC, data)).toMatchObject({ checks: [], dangers: [] });
  });
});

describe('the explanation of a transfer', () => {
  it('includes a transfer’s amount in base units, and the check of the transfer’s receiver', async () => {
    expect(await meaningOf(USDC, encode('transfer', [BAKERY, 1_500_000n]))).toEqual({
      call: {
        kind: 'transfer',
        to: BAKERY,
        amount: { token: { address: USDC, symbol: 'USDC', decimals: 6 }, units: '1500000' },
      },
      leaves: [
        {
          kind: 'token',
          token: USDC.toLowerCase(),
          units: '1500000',
          symbol: 'USDC',
          decimals: 6,
        },
      ],
      arrives: [],
      rows: [{ label: 'to', value: { kind: 'address', address: BAKERY } }],
      checks: [{ code: 'receiver.known', status: 'passed', known: CONTACT }],
      dangers: [],
    });
  });

  it('refuses a transfer to the token’s own contract', async () => {
    const { checks, refusal } = await meaningOf(USDC, encode('transfer', [USDC, 5n]));
    expect(checks).toEqual([{ code: 'receiver.token', status: 'failed' }]);
    expect(refusal).toEqual({ code: 'receiver.token' });
  });
});

describe('the explanation of a multicall', () => {
  it('nests the facts of a multicall’s calls', async () => {
    const send = encode('transfer', [BAKERY, 5n]);
    const { call, inner, rows, checks, dangers, leaves } = await meaningOf(
      USDC,
      encode('multicall', [[send, encode('approve', [STRANGER, MOST]), '0xdeadbeef']]),
    );
    expect(call).toEqual({ kind: 'multicall', count: 3 });
    expect([rows, checks, dangers]).toEqual([[], [], []]);
    expect(leaves).toHaveLength(1);
    expect(inner?.map((one) => one.call.kind)).toEqual(['transfer', 'approve', 'unknown']);
    expect(inner?.map((one) => one.dangers.map(({ code }) => code))).toEqual([
      [],
      ['mayTake'],
      ['meaning.unknown'],
    ]);
  });
});

describe('the facts of any call', () => {
  it('facts contain only values that can be stored, and no sentences', async () => {
    for (const data of [
      encode('approve', [POISON, MOST]),
      encode('transfer', [POISON, 5n]),
      encode('setApprovalForAll', [STRANGER, true]),
      encode('multicall', [[encode('transfer', [USDC, 5n])]]),
      '0xdeadbeef',
      '0x095ea7b300',
    ] as const) {
      const facts = await meaningOf(USDC, data, '0x');
      const text = JSON.stringify(facts);
      expect(JSON.parse(text)).toEqual(facts);
      expect(text).not.toMatch(/[a-z]\.["\s]/);
    }
  });
});

function understoodAddress(call: CallMeaning['call']): string {
  return call.kind === 'approve' ? call.spender : expect.unreachable();
}
