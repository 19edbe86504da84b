import { describe, expect, it } from 'vitest';
import { createSettlements } from '../../../entrypoints/background/chain/settlements.ts';
import type { TransactionRecord } from '../../../shared/activity/record.ts';

type Stage =
  | { status: 'sent'; raw: string }
  | { status: 'confirmed' | 'failed' }
  | { status: 'replaced'; replacedBy?: string };

function start() {
  const rows = new Map<string, TransactionRecord>();
  const earlier = new Set<string>();
  const settlements = createSettlements({
    find: (id) => rows.get(id),
    isOfEarlierChain: ({ id }) => earlier.has(id),
  });
  const set = (hash: string, stage: Stage, speedsUp?: string) => {
    rows.set(hash, {
      id: hash,
      kind: 'transaction',
      at: 0,
      origin: '',
      account: '0x',
      chainId: 8453,
      what: { kind: 'payout' },
      hash,
      ...(speedsUp === undefined ? {} : { speedsUp }),
      ...stage,
    });
    settlements.look();
  };
  const replaceChain = (hash: string) => {
    earlier.add(hash);
    settlements.look();
  };
  return { settlements, set, replaceChain };
}

describe('the end of a transaction', () => {
  it('resolves immediately for an ended transaction, and otherwise when the transaction ends', async () => {
    const { settlements, set } = start();
    set('0xa', { status: 'confirmed' });
    expect(await settlements.wait('0xa')).toEqual({ hash: '0xa', status: 'confirmed' });
    set('0xb', { status: 'sent', raw: '0x' });
    const waiting = settlements.wait('0xb');
    set('0xc', { status: 'failed' });
    set('0xb', { status: 'failed' });
    expect(await waiting).toEqual({ hash: '0xb', status: 'failed' });
  });

  it('resolves as dropped when a different chain replaces the local chain of the transaction', async () => {
    const { settlements, set, replaceChain } = start();
    set('0xa', { status: 'sent', raw: '0x' });
    const waiting = settlements.wait('0xa');
    replaceChain('0xa');
    expect(await waiting).toEqual({ hash: '0xa', status: 'dropped' });
  });

  it('resolves with the end of the transaction that replaced the awaited transaction', async () => {
    const { settlements, set } = start();
    set('0xa', { status: 'sent', raw: '0x' });
    const waiting = settlements.wait('0xa');
    set('0xb', { status: 'sent', raw: '0x' }, '0xa');
    set('0xc', { status: 'sent', raw: '0x' }, '0xb');
    set('0xa', { status: 'replaced', replacedBy: '0xc' });
    set('0xc', { status: 'confirmed' }, '0xb');
    expect(await waiting).toEqual({ hash: '0xc', status: 'confirmed' });
  });

  it('reports a transaction as dropped when an unrelated transaction used its nonce', async () => {
    const { settlements, set } = start();
    set('0xb', { status: 'confirmed' });
    set('0xa', { status: 'replaced', replacedBy: '0xb' });
    const replaced = { hash: '0xa', status: 'dropped', isNonceTaken: true };
    expect(await settlements.wait('0xa')).toEqual(replaced);
    // A reorganization removed the transaction that had replaced `0xa`, so `0xa` can be mined after
    // all.
    set('0xb', { status: 'sent', raw: '0x' });
    expect(await settlements.wait('0xa')).toEqual({ hash: '0xa', status: 'dropped' });
  });

  it('reports a transaction as dropped when the transaction or its replacement is unknown', async () => {
    const { settlements, set } = start();
    expect(await settlements.wait('0xa')).toEqual({ hash: '0xa', status: 'dropped' });
    set('0xb', { status: 'replaced' });
    expect(await settlements.wait('0xb')).toEqual({ hash: '0xb', status: 'dropped' });
  });
});
