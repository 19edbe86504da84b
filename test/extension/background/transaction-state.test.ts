import { describe, expect, it } from 'vitest';
import {
  asDropped,
  asFinal,
  asMined,
  asRefused,
  asReopened,
  asReplaced,
  asSent,
  isSettling,
} from '../../../entrypoints/background/chain/transaction-state.ts';
import {
  type TransactionRecord,
  TransactionRecordSchema,
} from '../../../shared/activity/record.ts';
import { parseAs } from '../../../shared/parse.ts';

const BASE = {
  id: '0xaa',
  kind: 'transaction',
  at: 1,
  origin: '',
  account: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  chainId: 8453,
  what: { kind: 'payout' },
  hash: '0xaa',
  nonce: 4,
  isCancel: true,
  receiver: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
} as const;
const SIGNED: TransactionRecord = { ...BASE, requestKey: 'doc:1', status: 'signed', raw: '0x02' };
const MINED = asMined(SIGNED, { block: 7n });

describe('the state of a transaction', () => {
  it('an outdated node answer doesn’t change the state of a mined or dropped transaction', () => {
    expect(asSent(SIGNED)).toEqual({ ...SIGNED, status: 'sent' });
    expect(asSent(MINED)).toBe(MINED);
    const dropped = asDropped(SIGNED, undefined);
    expect(asSent(dropped)).toBe(dropped);
    expect(asMined(dropped, { block: 7n })).toBe(dropped);
  });

  it('keeps a mined transaction’s signed bytes until the transaction is final, and never reopens a final transaction', () => {
    expect(MINED).toEqual({ ...SIGNED, status: 'confirmed', block: '7' });
    expect(isSettling(MINED)).toBe(true);
    expect(asReopened(MINED)).toEqual(SIGNED);
    expect(asMined(MINED, { block: 9n })).toEqual({ ...MINED, block: '9' });
    const final = asFinal(MINED);
    expect(final).not.toHaveProperty('raw');
    expect(isSettling(final)).toBe(false);
    expect(asReopened(final)).toBe(final);
    expect(asMined(final, { block: 9n })).toBe(final);
  });

  it('stores the reason why a transaction failed, and removes it when the transaction is reopened', () => {
    const failed = asMined(SIGNED, { block: 7n, failure: { code: 'reverted' } });
    expect(failed).toMatchObject({ status: 'failed', failure: { code: 'reverted' } });
    expect(asReopened(failed)).toEqual(SIGNED);
  });

  it('drops the signed bytes of a transaction that ends without a block, and the request key of a refused transaction', () => {
    expect(asRefused(SIGNED, 'underpriced')).toEqual({
      ...BASE,
      status: 'failed',
      failure: { code: 'node refused', text: 'underpriced' },
    });
    expect(asDropped(SIGNED, { code: 'nonce taken' })).toEqual({
      ...BASE,
      requestKey: 'doc:1',
      status: 'dropped',
      failure: { code: 'nonce taken' },
    });
    expect(asReplaced(asDropped(SIGNED, { code: 'nonce taken' }), '0xbb')).toEqual({
      ...BASE,
      requestKey: 'doc:1',
      status: 'replaced',
      replacedBy: '0xbb',
    });
  });

  it('produces rows that can be stored', () => {
    for (const row of [
      SIGNED,
      asSent(SIGNED),
      MINED,
      asMined(SIGNED, { block: 7n, failure: { code: 'reverted' } }),
      asFinal(MINED),
      asRefused(SIGNED, 'x'.repeat(200)),
      asDropped(SIGNED, { code: 'nonce taken' }),
      asReplaced(SIGNED, '0xbb'),
    ]) {
      expect(parseAs(TransactionRecordSchema, row)).toBe(row);
    }
  });
});
