import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stored } from '../../../entrypoints/background/kernel/stored.ts';
import { createSubscriptions } from '../../../entrypoints/background/rpc/subscriptions.ts';
import { STORED_KEYS } from '../../../entrypoints/background/stored-keys.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { createFakeRandom } from '../../helpers/fake-world.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';

/** A node whose head the test moves. Each block has one log. */
function start(areas = memoryAreas()) {
  const state = { head: 10, isAway: false, isUnlocked: true };
  const asked: string[] = [];
  const alarms = new Set<string>();
  const counts = { alarms: 0, writes: 0, keptAlive: 0 };
  const rows = stored(areas, STORED_KEYS.subscriptions);
  const told: { documentKey: string; id: string; result: unknown }[] = [];
  const subscriptions = createSubscriptions({
    rpcOf: () => ({
      async request(method, params) {
        asked.push(method);
        if (state.isAway) throw new TypeError('away');
        const [first] = Array.isArray(params) ? params : [];
        if (method === 'eth_blockNumber') return `0x${state.head.toString(16)}`;
        if (method === 'eth_getBlockByNumber') {
          return { number: first, hash: '0x1', transactions: ['0x2'], uncles: [], size: '0x3' };
        }
        const { fromBlock, toBlock } = isRecord(first) ? first : {};
        const numbers = Array.from(
          { length: Number(toBlock) - Number(fromBlock) + 1 },
          (_, i) => Number(fromBlock) + i,
        );
        return numbers.map((blockNumber) => ({ blockNumber }));
      },
    }),
    random: createFakeRandom(),
    stored: {
      ...rows,
      write: (value) => {
        counts.writes += 1;
        return rows.write(value);
      },
    },
    alarms: {
      set: async (name) => {
        counts.alarms += 1;
        alarms.add(name);
      },
      clear: async (name) => {
        alarms.delete(name);
      },
    },
    now: Date.now,
    isUnlocked: () => state.isUnlocked,
    keepAlive: () => {
      counts.keptAlive += 1;
    },
    send: (documentKey, id, result) => told.push({ documentKey, id, result }),
  });
  let count = 0;
  const open = (kind: 'newHeads' | 'logs', documentKey = 'doc', requestKey = `key ${++count}`) =>
    subscriptions.start({
      kind,
      documentKey,
      requestKey,
      origin: 'https://dapp.example',
      site: 'dapp.example',
      chainId: 8453,
      filter: {},
    });
  return { state, asked, told, subscriptions, open, alarms, areas, counts };
}

const round = () => vi.advanceTimersByTimeAsync(2_000);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a subscription', () => {
  it('shares one poll of the chain among all documents', async () => {
    const { state, asked, told, open } = start();
    for (let n = 0; n < 20; n++) {
      await open('newHeads', `doc ${n}`);
      await open('logs', `doc ${n}`);
    }
    asked.length = 0;
    state.head = 11;
    await round();
    expect(asked.sort()).toEqual(['eth_blockNumber', 'eth_getBlockByNumber', 'eth_getLogs']);
    expect(told).toHaveLength(40);
    asked.length = 0;
    state.head = 12;
    await round();
    expect(asked).toHaveLength(3);
  });

  it('reports each new head without its transactions, once and in order', async () => {
    const { state, told, open } = start();
    const id = await open('newHeads');
    state.head = 12;
    await round();
    await round();
    expect(told).toEqual([
      { documentKey: 'doc', id, result: { number: '0xb', hash: '0x1' } },
      { documentKey: 'doc', id, result: { number: '0xc', hash: '0x1' } },
    ]);
  });

  it('reports logs of new blocks once, including blocks that came while the node was down', async () => {
    const { state, told, open } = start();
    await open('logs');
    state.head = 11;
    state.isAway = true;
    await round();
    state.isAway = false;
    state.head = 13;
    await round();
    await round();
    expect(told.map(({ result }) => result)).toEqual([
      { blockNumber: 11 },
      { blockNumber: 12 },
      { blockNumber: 13 },
    ]);
  });

  it('reports only the newest 64 of many blocks that arrive between two polls', async () => {
    const { state, told, open } = start();
    await open('newHeads');
    state.head = 10_000;
    await round();
    expect(told).toHaveLength(64);
    expect(told.at(-1)?.result).toMatchObject({ number: '0x2710' });
  });

  it('stops all subscriptions of a disconnected site, and deletes them from storage', async () => {
    const { state, told, subscriptions, open, areas } = start();
    await open('newHeads', 'doc 1');
    await open('logs', 'doc 2');
    subscriptions.stopOf('https://other.example');
    expect(subscriptions.isUsed()).toBe(true);
    subscriptions.stopOf('https://dapp.example');
    state.head = 11;
    await round();
    expect(told).toEqual([]);
    expect(areas.session.content.has('subscriptions')).toBe(false);
  });

  it('lets only a subscription’s own document end the subscription, and stops polling the node afterwards', async () => {
    const { asked, subscriptions, open } = start();
    const id = (await open('newHeads')) ?? '';
    expect(subscriptions.stop('other', id)).toBe(false);
    expect(subscriptions.stop('doc', id)).toBe(true);
    expect(subscriptions.stop('doc', id)).toBe(false);
    await round();
    asked.length = 0;
    await round();
    expect(asked).toEqual([]);
  });

  it('counts concurrent requests towards the limit of subscriptions', async () => {
    const { open } = start();
    const accepted = async (documentKey: string) => {
      const ids = await Promise.all(
        Array.from({ length: 200 }, () => open('newHeads', documentKey)),
      );
      return ids.filter((id) => id !== undefined).length;
    };
    expect(await accepted('doc')).toBe(32);
    const others = await Promise.all(['a', 'b', 'c', 'd'].map(accepted));
    expect(others).toEqual([32, 32, 32, 0]);
  });

  it('frees a subscription’s slot when the node fails or the document leaves while the subscription is created', async () => {
    const { open, state, subscriptions } = start();
    state.isAway = true;
    const failed = await Promise.allSettled(Array.from({ length: 32 }, () => open('newHeads')));
    expect(failed.every(({ status }) => status === 'rejected')).toBe(true);
    state.isAway = false;
    const late = Array.from({ length: 32 }, () => open('newHeads'));
    subscriptions.stopAll('doc');
    expect(await Promise.all(late)).toEqual(Array(32).fill(undefined));
    expect(subscriptions.isUsed()).toBe(false);
    expect(await open('newHeads')).toEqual(expect.any(String));
  });

  it('returns the same id for a request that is repeated after the worker’s death', async () => {
    const before = start();
    const id = await before.open('newHeads', 'doc', 'the same');
    vi.clearAllTimers();
    const after = start(before.areas);
    await after.subscriptions.load();
    expect(await after.open('newHeads', 'doc', 'the same')).toBe(id);
  });

  it('writes to storage at most once a second, however often a page subscribes and unsubscribes', async () => {
    const { open, subscriptions, counts } = start();
    for (let i = 0; i < 1_000; i += 1) {
      const id = await open('newHeads');
      subscriptions.stop('doc', id ?? '');
    }
    expect(counts.writes).toBe(1);
    await open('newHeads');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(counts.writes).toBe(2);
  });

  it('ends a document’s subscriptions together with the document, and allows each document 32 subscriptions', async () => {
    const { state, told, subscriptions, open } = start();
    const ids = await Promise.all(Array.from({ length: 32 }, () => open('newHeads')));
    expect(new Set(ids).size).toBe(32);
    expect(await open('newHeads')).toBeUndefined();
    const other = await open('newHeads', 'other');
    subscriptions.stopAll('doc');
    state.head = 11;
    await round();
    expect(told.map(({ id }) => id)).toEqual([other]);
  });
});

describe('after the worker’s death', () => {
  async function successor(isBack: boolean) {
    const before = start();
    const id = await before.open('newHeads');
    before.state.head = 11;
    await round();
    expect(before.told).toHaveLength(1);
    vi.clearAllTimers();
    const after = start(before.areas);
    after.state.head = 13;
    await after.subscriptions.load();
    if (isBack) after.subscriptions.isBack('doc');
    return { id, after };
  }

  it('reports each missed block once to a page that has reconnected', async () => {
    const { id, after } = await successor(true);
    await round();
    await round();
    expect(after.told.map((one) => [one.id, one.result])).toEqual([
      [id, expect.objectContaining({ number: '0xc' })],
      [id, expect.objectContaining({ number: '0xd' })],
    ]);
  });

  it('keeps the subscriptions of a page that hasn’t reconnected yet, and drops those of a page that never does', async () => {
    const { after } = await successor(false);
    await round();
    expect(after.told).toEqual([]);
    after.subscriptions.isBack('doc');
    await round();
    expect(after.told).toHaveLength(2);

    const gone = await successor(false);
    for (let i = 0; i < 6; i += 1) await round();
    expect(gone.after.subscriptions.isUsed()).toBe(false);
    expect(gone.after.alarms.size).toBe(0);
  });

  it('sets an alarm only while a page listens', async () => {
    const { open, subscriptions, alarms } = start();
    const id = await open('logs');
    await round();
    expect(alarms.size).toBe(1);
    subscriptions.stop('doc', id ?? '');
    await round();
    expect(alarms.size).toBe(0);
  });
});

describe('while the wallet is locked', () => {
  it('sends no request, stores nothing and sets no alarm while the wallet is locked', async () => {
    const { state, asked, open, alarms, counts } = start();
    await open('newHeads');
    await round();
    state.isUnlocked = false;
    state.head = 11;
    await round();
    expect(alarms.size).toBe(0);
    asked.length = 0;
    const before = { ...counts };
    for (let i = 0; i < 30; i += 1) await round();
    expect([asked, counts]).toEqual([[], before]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('lets a page subscribe while the wallet is locked, and reports the missed events once after the unlock', async () => {
    const { state, told, open, subscriptions, alarms } = start();
    state.isUnlocked = false;
    const id = await open('newHeads');
    state.head = 12;
    await round();
    expect([told, alarms.size]).toEqual([[], 0]);
    state.isUnlocked = true;
    subscriptions.resume();
    await round();
    await round();
    expect(told.map((one) => [one.id, one.result])).toEqual([
      [id, expect.objectContaining({ number: '0xb' })],
      [id, expect.objectContaining({ number: '0xc' })],
    ]);
    expect(alarms.size).toBe(1);
  });

  it('reports the logs of 2,500 missed blocks once and in order after an unlock', async () => {
    const { state, told, open, subscriptions } = start();
    await open('logs');
    state.isUnlocked = false;
    await round();
    state.head = 10 + 2_500;
    state.isUnlocked = true;
    subscriptions.resume();
    for (let i = 0; i < 5; i += 1) await round();
    expect(told.map(({ result }) => isRecord(result) && result.blockNumber)).toEqual(
      Array.from({ length: 2_500 }, (_, i) => 11 + i),
    );
  });

  it('reports only the last 64 heads after an unlock', async () => {
    const { state, told, open, subscriptions } = start();
    await open('newHeads');
    state.isUnlocked = false;
    await round();
    state.head = 1_010;
    state.isUnlocked = true;
    subscriptions.resume();
    await round();
    await round();
    expect(told).toHaveLength(64);
    expect(told.at(-1)?.result).toMatchObject({ number: '0x3f2' });
  });

  it('keeps a subscription when a worker starts with a locked wallet', async () => {
    const before = start();
    const id = await before.open('newHeads');
    vi.clearAllTimers();
    const after = start(before.areas);
    after.state.isUnlocked = false;
    await after.subscriptions.load();
    for (let i = 0; i < 10; i += 1) await round();
    expect(after.asked).toEqual([]);
    after.state.isUnlocked = true;
    after.state.head = 11;
    after.subscriptions.resume();
    after.subscriptions.isBack('doc');
    await round();
    expect(after.told.map((one) => one.id)).toEqual([id]);
  });
});

describe('the cost of a subscription', () => {
  it('sets an alarm every fifteen seconds and writes once per new block', async () => {
    const { state, open, counts } = start();
    await open('newHeads');
    expect(counts).toEqual({ alarms: 1, writes: 1, keptAlive: 0 });
    for (let i = 0; i < 30; i += 1) await round();
    expect(counts).toEqual({ alarms: 4, writes: 1, keptAlive: 30 });
    state.head = 11;
    await round();
    await round();
    expect(counts.writes).toBe(2);
  });

  it('lets the worker end while the subscribing page is away', async () => {
    const before = start();
    await before.open('newHeads');
    vi.clearAllTimers();
    const after = start(before.areas);
    await after.subscriptions.load();
    await round();
    await round();
    expect(after.counts.keptAlive).toBe(0);
  });
});
