import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createGenesis } from '../../../entrypoints/background/chain/genesis.ts';
import { createWatch } from '../../../entrypoints/background/chain/watch.ts';
import { createNetworks } from '../../../entrypoints/background/kernel/networks.ts';
import { createOutgoing } from '../../../entrypoints/background/kernel/outgoing.ts';
import { stored } from '../../../entrypoints/background/kernel/stored.ts';
import { STORED_KEYS } from '../../../entrypoints/background/stored-keys.ts';
import type { TransactionRecord } from '../../../shared/activity/record.ts';
import { memoryActivity } from '../helpers/memory-activity.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';

const [FIRST, SECOND] = [`0x${'a1'.repeat(32)}`, `0x${'b2'.repeat(32)}`];
const BASE = {
  kind: 'transaction',
  at: 1,
  origin: '',
  account: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  what: { kind: 'payout' },
  chainId: 8453,
} as const;
const SENT: TransactionRecord = {
  ...{ ...BASE, id: '0xaa', hash: '0xaa', status: 'sent', raw: '0x02f8', nonce: 1 },
  genesis: FIRST,
};
/** A transaction in a block so recent that the wallet would resend it after a reorganization. */
const MINED: TransactionRecord = {
  ...{ ...BASE, id: '0xbb', hash: '0xbb', status: 'confirmed', block: '5', raw: '0x02f8' },
  genesis: FIRST,
};
/** A transaction from before the wallet recorded the hash of the chain's block 0. */
const OLD: TransactionRecord = { ...BASE, id: '0xcc', hash: '0xcc', status: 'confirmed' };

async function start(url = 'http://127.0.0.1:8545') {
  const activity = memoryActivity();
  for (const row of [OLD, MINED, SENT]) await activity.add(row);
  const networks = createNetworks({
    stored: stored(memoryAreas(), STORED_KEYS.networks),
    baseRpcUrls: () => [url],
    outgoing: createOutgoing({ setRules: async () => undefined }),
    onChange: () => undefined,
  });
  const state = { block0: { hash: FIRST } as unknown };
  const asked: string[] = [];
  const rpcOf = () => ({
    async request(method: string) {
      asked.push(method);
      if (method !== 'eth_getBlockByNumber') return method === 'eth_blockNumber' ? '0x6' : null;
      if (state.block0 instanceof Error) throw state.block0;
      return state.block0;
    },
  });
  let changes = 0;
  const genesis = createGenesis({
    rpcOf,
    isLocal: networks.isLocal,
    activity,
    onChange: () => {
      changes += 1;
      watch.start();
    },
  });
  const watch = createWatch({
    rpcOf,
    activity,
    genesis,
    alarms: { set: async () => undefined, clear: async () => undefined },
    now: () => 0,
    onSettled: () => undefined,
  });
  const earlier = () =>
    activity.page('all', 10).rows.flatMap((row) => (row.isOfEarlierChain ? [row.id] : []));
  return { activity, state, asked, genesis, watch, earlier, changes: () => changes };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the chain of a local node', () => {
  it('marks the earlier chain’s transactions and stops waiting for them when a node restarts with a different chain', async () => {
    const { activity, state, genesis, earlier, changes } = await start();
    await genesis.refresh();
    expect([earlier(), activity.mark().pending]).toEqual([[], 1]);
    const { version } = activity.mark();
    state.block0 = { hash: SECOND };
    await genesis.refresh();
    expect(earlier()).toEqual(['0xaa', '0xbb']);
    expect(activity.mark().pending).toBe(0);
    expect(activity.page('pending', 10).total).toBe(0);
    expect(activity.mark().version).not.toBe(version);
    expect(changes()).toBe(1);
  });

  it('doesn’t send any transaction of the earlier chain to the new chain', async () => {
    const { state, asked, watch } = await start();
    state.block0 = { hash: SECOND };
    watch.start();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(new Set(asked)).toEqual(new Set(['eth_getBlockByNumber']));
  });

  it('keeps transactions of the earlier chain, so that they continue if the node returns to that chain', async () => {
    const { activity, state, asked, genesis, watch, earlier } = await start();
    const rows = activity.all();
    state.block0 = { hash: SECOND };
    watch.start();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(activity.all()).toEqual(rows);
    state.block0 = { hash: FIRST };
    await genesis.refresh();
    expect([earlier(), activity.mark().pending]).toEqual([[], 1]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(asked).toContain('eth_sendRawTransaction');
  });

  it.each([
    ['has no block 0', null],
    ['returns an invalid hash', { hash: '0x1' }],
    ['does not respond', new Error('away')],
  ])(
    'doesn’t mark any transaction as part of an earlier chain when the node %s',
    async (_, answer) => {
      const { state, genesis, earlier } = await start();
      state.block0 = answer;
      await genesis.refresh();
      expect(earlier()).toEqual([]);
    },
  );

  it('doesn’t read the genesis block of public nodes, and doesn’t mark any transaction of their chain', async () => {
    const { asked, genesis, earlier } = await start('https://mainnet.base.org');
    expect(await genesis.read(8453)).toBeUndefined();
    await genesis.refresh();
    expect([asked, earlier()]).toEqual([[], []]);
  });
});
