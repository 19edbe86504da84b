import { parseGwei, serializeTransaction } from 'viem';
import { describe, expect, it } from 'vitest';
import { createSentCalls } from '../../../entrypoints/background/approvals/sending/sent-calls.ts';
import type { TransactionRecord } from '../../../shared/activity/record.ts';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';

const ACCOUNT = `0x${'a1'.repeat(20)}` as const;
const OTHER = `0x${'c1'.repeat(20)}` as const;
const OPTION = `0x${'b1'.repeat(20)}` as const;

const row = (id: string, change: { account?: string; chainId?: number } = {}) => {
  const common = {
    kind: 'transaction' as const,
    id,
    hash: id,
    at: 1,
    origin: '',
    chainId: CHAIN_ID,
  };
  const what = { kind: 'cancel transaction' as const };
  return { ...common, account: ACCOUNT, what, ...change };
};

const raw = (to: typeof OPTION, data: `0x${string}`) =>
  serializeTransaction(
    {
      chainId: CHAIN_ID,
      nonce: 1,
      gas: 21_000n,
      to,
      data,
      maxFeePerGas: parseGwei('1'),
      maxPriorityFeePerGas: 1n,
      type: 'eip1559',
    },
    { r: `0x${'1'.repeat(64)}`, s: `0x${'2'.repeat(64)}`, yParity: 0 },
  );

describe('the sent calls', () => {
  it('lists the account’s unmined calls to the contract', () => {
    const rows: TransactionRecord[] = [
      { ...row('0x1'), status: 'sent', raw: raw(OPTION, '0xaa') },
      { ...row('0x2'), status: 'signed', raw: raw(OPTION, '0xbb') },
      { ...row('0x3'), status: 'sent', raw: raw(OTHER, '0xcc') },
      { ...row('0x4', { account: OTHER }), status: 'sent', raw: raw(OPTION, '0xdd') },
      { ...row('0x5'), status: 'confirmed', raw: raw(OPTION, '0xee') },
      { ...row('0x6', { chainId: 1 }), status: 'sent', raw: raw(OPTION, '0xff') },
    ];
    const sentCalls = createSentCalls({ transactions: () => rows });
    expect(sentCalls(ACCOUNT, OPTION)).toEqual([
      { hash: '0x1', data: '0xaa' },
      { hash: '0x2', data: '0xbb' },
    ]);
  });
});
