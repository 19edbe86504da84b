import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Rpc } from '../../../entrypoints/background/chain/rpc.ts';
import { successorOf } from '../../../entrypoints/background/chain/transaction-state.ts';
import { createWatch } from '../../../entrypoints/background/chain/watch.ts';
import type { TransactionRecord } from '../../../shared/activity/record.ts';
import { NodeError } from '../../../shared/rpc/codes.ts';
import { memoryActivity } from '../helpers/memory-activity.ts';

const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const SENT: TransactionRecord = {
  id: '0xaa',
  kind: 'transaction',
  at: 1,
  origin: '',
  account: ACCOUNT,
  what: { kind: 'payout' },
  hash: '0xaa',
  status: 'sent',
  raw: '0x02f8',
  nonce: 4,
  chainId: 8453,
};

/** Creates a node whose blocks, mempool and nonces the test sets. */
function node() {
  const receipts = new Map<
    unknown,
    {
      blockNumber: string;
      status: string;
      transactionHash?: string;
      from?: string;
      gasUsed?: string;
      effectiveGasPrice?: string;
    }
  >();
  const mempool = new Set<unknown>();
  const sent: unknown[] = [];
  const state = {
    head: 100,
    count: 4,
    refusal: undefined as string | undefined,
    isAway: false,
    isCountStuck: false,
    onSend: () => undefined as unknown,
  };
  const rpc: Rpc = {
    async request(method, params) {
      if (state.isAway) throw new TypeError('away');
      const [first] = Array.isArray(params) ? params : [];
      switch (method) {
        case 'eth_getTransactionReceipt':
          return receipts.has(first)
            ? { transactionHash: first, from: ACCOUNT.toLowerCase(), ...receipts.get(first) }
            : null;
        case 'eth_getTransactionByHash':
          return mempool.has(first) ? { hash: first } : null;
        case 'eth_getTransactionCount':
          // All transactions in this file have nonce 4. A mined transaction raises the count to 5.
          return `0x${(receipts.size > 0 && !state.isCountStuck ? Math.max(5, state.count) : state.count).toString(16)}`;
        case 'eth_blockNumber':
          return `0x${state.head.toString(16)}`;
        case 'eth_sendRawTransaction':
          sent.push(first);
          state.onSend();
          if (state.refusal !== undefined)
            throw new NodeError({ code: -32000, message: state.refusal });
          return '0xaa';
        default:
          throw new Error(method);
      }
    },
  };
  return { rpc, receipts, mempool, sent, state };
}

async function start(entries: readonly TransactionRecord[], now = () => 0) {
  const chain = node();
  const activity = memoryActivity();
  for (const entry of entries) await activity.add(entry);
  const settled: string[] = [];
  const alarms = { set: vi.fn(async () => undefined), clear: vi.fn(async () => undefined) };
  const watch = createWatch({
    rpcOf: () => chain.rpc,
    activity,
    genesis: { read: async () => undefined },
    alarms,
    now,
    onSettled: (entry) => settled.push(`${entry.id} ${entry.status}`),
  });
  watch.start();
  const rounds = (count: number) => vi.advanceTimersByTimeAsync(1_500 * count);
  const round = () => rounds(1);
  return { ...chain, activity, settled, alarms, round, rounds, lookAgain: watch.lookAgain };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the watch of own transactions', () => {
  it.each(['0x1', '0x0'])('keeps the network fee of a receipt with status %s', async (status) => {
    const { receipts, round, activity } = await start([SENT]);
    receipts.set('0xaa', {
      blockNumber: '0x64',
      status,
      gasUsed: '0x5208',
      effectiveGasPrice: '0x3',
    });
    await round();
    expect(activity.find('0xaa')).toMatchObject({ gasCost: '63000' });
  });

  it('sends the signed bytes again when the node no longer knows the transaction', async () => {
    const { sent, mempool, round, activity } = await start([SENT]);
    await round();
    expect(sent).toEqual(['0x02f8']);
    mempool.add('0xaa');
    await round();
    expect(sent).toHaveLength(1);
    expect(activity.find('0xaa')?.status).toBe('sent');
  });

  it('resends a delegated account’s transaction until the node’s pool has room for it', async () => {
    const { sent, state, mempool, round, activity } = await start([{ ...SENT, status: 'signed' }]);
    state.refusal = 'in-flight transaction limit reached for delegated accounts';
    await round();
    await round();
    expect(sent).toHaveLength(2);
    expect(activity.find('0xaa')?.status).toBe('signed');
    state.refusal = undefined;
    await round();
    mempool.add('0xaa');
    await round();
    expect(sent).toHaveLength(3);
    expect(activity.find('0xaa')?.status).toBe('sent');
  });

  it.each([
    ['0x1', 'confirmed'],
    ['0x0', 'failed'],
  ])('reports a receipt of status %s once, as %s', async (status, word) => {
    const { receipts, round, activity, settled } = await start([SENT]);
    receipts.set('0xaa', { blockNumber: '0x64', status });
    await round();
    await round();
    expect(activity.find('0xaa')?.status).toBe(word);
    expect(settled).toEqual([`0xaa ${word}`]);
  });

  it.each([
    ['a different transaction', { transactionHash: '0xbb' }],
    ['a different sender', { from: '0x90F79bf6EB2c4f870365E785982E1f101E93b906' }],
  ])('ignores a receipt of %s', async (_, lie) => {
    const { receipts, mempool, round, activity, settled } = await start([SENT]);
    mempool.add('0xaa');
    receipts.set('0xaa', { blockNumber: '0x64', status: '0x0', ...lie });
    await round();
    expect(activity.find('0xaa')?.status).toBe('sent');
    expect(settled).toEqual([]);
  });

  it('ignores a receipt while the chain hasn’t used the transaction’s nonce', async () => {
    const { receipts, state, round, activity } = await start([SENT]);
    state.isCountStuck = true;
    receipts.set('0xaa', { blockNumber: '0x64', status: '0x0' });
    await round();
    expect(activity.find('0xaa')?.status).toBe('sent');
    state.isCountStuck = false;
    await round();
    expect(activity.find('0xaa')?.status).toBe('failed');
  });

  it('reopens a transaction that a reorg removed, and sends it again', async () => {
    const { receipts, sent, round, activity, settled } = await start([SENT]);
    receipts.set('0xaa', { blockNumber: '0x64', status: '0x1' });
    await round();
    receipts.clear();
    await round();
    expect(activity.find('0xaa')).toMatchObject({ status: 'sent' });
    expect(activity.find('0xaa')).not.toHaveProperty('block');
    expect(sent).toEqual(['0x02f8']);
    receipts.set('0xaa', { blockNumber: '0x66', status: '0x1' });
    await round();
    expect(activity.find('0xaa')).toMatchObject({ status: 'confirmed', block: '102' });
    expect(settled).toEqual(['0xaa confirmed', '0xaa confirmed']);
  });

  it.each([
    ['0x1', '0x66', '0x0', 'failed'],
    ['0x0', '0x66', '0x1', 'confirmed'],
    ['0x1', '0x64', '0x0', 'failed'],
    ['0x1', '0x66', '0x1', 'confirmed'],
  ])(
    'when a reorg replaces a receipt of status %s by a receipt in block %s with status %s, reports the transaction again as %s',
    async (before, blockNumber, status, word) => {
      const { receipts, round, activity, settled } = await start([SENT]);
      receipts.set('0xaa', { blockNumber: '0x64', status: before });
      await round();
      receipts.set('0xaa', { blockNumber, status, gasUsed: '0x2', effectiveGasPrice: '0x3' });
      await round();
      await round();
      expect(activity.find('0xaa')).toMatchObject({ status: word, gasCost: '6' });
      expect(activity.find('0xaa')).toMatchObject({ block: `${Number(blockNumber)}` });
      expect(settled).toHaveLength(2);
      expect(settled[1]).toBe(`0xaa ${word}`);
    },
  );

  it('keeps a transaction’s signed bytes until twelve blocks follow, and then stops watching', async () => {
    const { receipts, state, round, activity, alarms } = await start([SENT]);
    receipts.set('0xaa', { blockNumber: '0x64', status: '0x1' });
    await round();
    state.head = 111;
    await round();
    expect(activity.find('0xaa')).toMatchObject({ raw: '0x02f8' });
    state.head = 112;
    await round();
    expect(activity.find('0xaa')).not.toHaveProperty('raw');
    expect(alarms.clear).toHaveBeenCalled();
  });

  it('marks a transaction as replaced when another transaction with its nonce is mined, and names that transaction', async () => {
    const faster: TransactionRecord = { ...SENT, id: '0xbb', hash: '0xbb', raw: '0x02f9' };
    const { receipts, mempool, state, round, activity } = await start([SENT, faster]);
    mempool.add('0xaa');
    receipts.set('0xbb', { blockNumber: '0x64', status: '0x1' });
    state.count = 5;
    await round();
    expect(activity.find('0xbb')?.status).toBe('confirmed');
    expect(activity.find('0xaa')).toMatchObject({
      status: 'replaced',
      replacedBy: '0xbb',
    });
    expect(activity.find('0xaa')).not.toHaveProperty('raw');
  });

  it('marks a transaction as dropped when another wallet used its nonce', async () => {
    const { state, sent, rounds, activity, settled } = await start([SENT]);
    state.count = 5;
    await rounds(5);
    expect(activity.find('0xaa')).toMatchObject({
      status: 'dropped',
      failure: { code: 'nonce taken' },
    });
    expect(activity.find('0xaa')).not.toHaveProperty('raw');
    expect(settled).toEqual(['0xaa dropped']);
    expect(sent).toEqual([]);
  });

  it.each([4, 9])(
    'keeps a transaction that a node still has, even if %i reads of another node behind the same URL show a used nonce',
    async (looks) => {
      const { state, receipts, mempool, round, rounds, activity, settled } = await start([SENT]);
      for (let look = 0; look < looks; look += 4) {
        state.count = 5;
        await rounds(Math.min(4, looks - look));
        expect(activity.find('0xaa')).toEqual(SENT);
        // Simulates a node behind the same address that still has the transaction in its pool.
        mempool.add('0xaa');
        await round();
        mempool.clear();
      }
      receipts.set('0xaa', { blockNumber: '0x64', status: '0x1' });
      await round();
      expect(activity.find('0xaa')?.status).toBe('confirmed');
      expect(settled).toEqual(['0xaa confirmed']);
    },
  );

  it('drops a transaction that the node refuses because of its nonce, but keeps a transaction refused for a temporary reason', async () => {
    const { state, rounds, activity } = await start([SENT]);
    state.refusal = 'replacement transaction underpriced';
    await rounds(5);
    expect(activity.find('0xaa')?.status).toBe('sent');
    state.refusal = 'nonce too low';
    await rounds(5);
    expect(activity.find('0xaa')?.status).toBe('dropped');
  });

  it('keeps a transaction that was just mined when the node refuses its nonce', async () => {
    const { state, receipts, round, activity } = await start([SENT]);
    state.refusal = 'nonce too low';
    state.onSend = () => receipts.set('0xaa', { blockNumber: '0x64', status: '0x1' });
    await round();
    expect(activity.find('0xaa')?.status).toBe('sent');
    await round();
    expect(activity.find('0xaa')?.status).toBe('confirmed');
  });

  it('keeps all transactions while the node doesn’t respond', async () => {
    const { state, receipts, round, activity } = await start([SENT]);
    state.isAway = true;
    for (let i = 0; i < 5; i += 1) await round();
    expect(activity.find('0xaa')).toEqual(SENT);
    state.isAway = false;
    receipts.set('0xaa', { blockNumber: '0x64', status: '0x1' });
    await round();
    expect(activity.find('0xaa')?.status).toBe('confirmed');
  });
});

describe('the watch of dropped transactions', () => {
  const DAY = 86_400_000;
  const DROPPED: TransactionRecord = {
    ...{ id: '0xaa', kind: 'transaction', at: 0, origin: '', account: ACCOUNT, hash: '0xaa' },
    ...{ what: { kind: 'payout' }, nonce: 4, chainId: 8453 },
    status: 'dropped',
    failure: { code: 'nonce taken' },
  };

  it.each([
    ['0x1', 'confirmed'],
    ['0x0', 'failed'],
  ])('a dropped transaction whose final receipt has status %s becomes %s', async (status, word) => {
    const { receipts, state, activity, settled, lookAgain } = await start([DROPPED]);
    receipts.set('0xaa', { blockNumber: '0x64', status });
    state.head = 112;
    await lookAgain();
    expect(activity.find('0xaa')).toMatchObject({ status: word, block: '100' });
    expect(settled).toEqual([`0xaa ${word}`]);
  });

  it('marks waiting and dropped transactions as replaced once a dropped transaction with the same nonce is mined', async () => {
    const waiting: TransactionRecord = { ...SENT, id: '0xbb', hash: '0xbb' };
    const given: TransactionRecord = { ...DROPPED, id: '0xcc', hash: '0xcc' };
    const later: TransactionRecord = { ...SENT, id: '0xdd', hash: '0xdd', nonce: 5 };
    const entries = [DROPPED, waiting, given, later];
    const { receipts, state, activity, lookAgain } = await start(entries);
    receipts.set('0xaa', { blockNumber: '0x64', status: '0x1' });
    state.head = 112;
    await lookAgain();
    expect(activity.find('0xaa')?.status).toBe('confirmed');
    for (const id of ['0xbb', '0xcc'])
      expect(activity.find(id)).toMatchObject({ status: 'replaced', replacedBy: '0xaa' });
    expect(activity.find('0xbb')).not.toHaveProperty('raw');
    expect(activity.find('0xdd')).toEqual(later);
  });

  it.each(['0x1', '0x0'])(
    'finds the original transaction when a reorg removes its speed-up and mines the original: status %s',
    async (status) => {
      const faster: TransactionRecord = { ...SENT, id: '0xbb', hash: '0xbb', speedsUp: '0xaa' };
      let now = SENT.at;
      const { receipts, state, activity, settled, round, rounds, lookAgain } = await start(
        [faster, SENT],
        () => now,
      );
      receipts.set('0xbb', { blockNumber: '0x64', status: '0x1' });
      await round();
      expect(activity.find('0xaa')).toMatchObject({ status: 'replaced' });
      receipts.clear();
      receipts.set('0xaa', { blockNumber: '0x65', status });
      await rounds(6);
      expect(activity.find('0xbb')?.status).toBe('dropped');
      state.head = 113;
      now += 60_000;
      await lookAgain();
      const word = status === '0x1' ? 'confirmed' : 'failed';
      expect(activity.find('0xaa')).toMatchObject({ status: word, block: '101' });
      expect(settled.at(-1)).toBe(`0xaa ${word}`);
      // A procedure that waits for the speed-up finds the original, which makes the same call.
      const one = activity.find('0xbb') ?? expect.unreachable();
      expect(successorOf(one, activity.find)).toMatchObject({ id: '0xaa', status: word });
    },
  );

  it('doesn’t name a successor for a cancellation when the cancelled transaction is mined instead', async () => {
    const cancel: TransactionRecord = { ...SENT, id: '0xbb', hash: '0xbb', isCancel: true };
    const { failure: _failure, ...base } = DROPPED;
    const given: TransactionRecord = { ...base, status: 'replaced', replacedBy: '0xbb' };
    const { receipts, state, activity, lookAgain } = await start([cancel, given]);
    receipts.set('0xaa', { blockNumber: '0x65', status: '0x1' });
    state.head = 113;
    await lookAgain();
    expect(activity.find('0xaa')).toMatchObject({ status: 'confirmed' });
    const one = activity.find('0xbb') ?? expect.unreachable();
    expect(one).toMatchObject({ status: 'replaced' });
    expect(successorOf(one, activity.find)).toBeUndefined();
  });

  it('doesn’t report a successor when two rows each refer to the other as the replacement', () => {
    const rows: TransactionRecord[] = ['0xaa', '0xbb'].map((id, at, both) => ({
      ...{ ...SENT, id, hash: id, status: 'replaced', replacedBy: both[1 - at] ?? '' },
      ...(at === 0 ? {} : { speedsUp: '0xaa' }),
    }));
    const find = (id: string) => rows.find((row) => row.id === id);
    expect(rows.map((row) => successorOf(row, find))).toEqual([undefined, undefined]);
  });

  it('keeps a transaction as dropped while a reorg can still remove the block that mined it', async () => {
    const { receipts, state, activity, lookAgain } = await start([DROPPED]);
    receipts.set('0xaa', { blockNumber: '0x64', status: '0x1' });
    state.head = 111;
    await lookAgain();
    expect(activity.find('0xaa')).toEqual(DROPPED);
  });

  it.each<[string, TransactionRecord[], number]>([
    ['after three days', [DROPPED], 3 * DAY],
    [
      'when another own transaction with its nonce is confirmed',
      [DROPPED, { ...SENT, id: '0xbb', hash: '0xbb', status: 'confirmed' }],
      2,
    ],
  ])(
    'keeps a dropped transaction as dropped %s, even if the node has a final receipt',
    async (_, entries, now) => {
      const { receipts, state, activity, lookAgain } = await start(entries, () => now);
      receipts.set('0xaa', { blockNumber: '0x64', status: '0x1' });
      state.head = 112;
      await lookAgain();
      expect(activity.find('0xaa')?.status).toBe('dropped');
    },
  );

  it('keeps searching for a dropped transaction while the wallet watches another transaction', async () => {
    const waiting: TransactionRecord = { ...SENT, id: '0xdd', hash: '0xdd', nonce: 5 };
    const { receipts, state, activity, round } = await start([DROPPED, waiting]);
    receipts.set('0xaa', { blockNumber: '0x64', status: '0x1' });
    state.head = 112;
    await round();
    expect(activity.find('0xaa')?.status).toBe('confirmed');
  });

  it('looks for a dropped transaction once a minute, however often a page asks', async () => {
    let now = 0;
    const { receipts, state, activity, lookAgain } = await start([DROPPED], () => now);
    await lookAgain();
    receipts.set('0xaa', { blockNumber: '0x64', status: '0x1' });
    state.head = 112;
    await lookAgain();
    expect(activity.find('0xaa')?.status).toBe('dropped');
    now = 60_000;
    await lookAgain();
    expect(activity.find('0xaa')?.status).toBe('confirmed');
  });
});
