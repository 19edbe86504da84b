import { expect, it } from 'vitest';
import { createAlerts } from '../../../entrypoints/background/alerts/alerts.ts';
import { createKeptValue } from '../../../entrypoints/background/kernel/kept-value.ts';
import { createSiteChains } from '../../../entrypoints/background/kernel/site-chains.ts';
import { NotStoredError } from '../../../entrypoints/background/kernel/stored.ts';
import { createExpiryNotices } from '../../../entrypoints/background/positions/expiry-notices.ts';
import { createRecentTrades } from '../../../entrypoints/background/positions/recent-trades.ts';
import { createQuotationNotices } from '../../../entrypoints/background/quotations/notices.ts';
import { createOwnRequests } from '../../../entrypoints/background/quotations/own-requests.ts';
import { createFakeClock } from '../../helpers/fake-world.ts';
import { spotRule } from '../../shared/desk/alert-facts.ts';

const ACCOUNT = '0x1111111111111111111111111111111111111111';
const away = { request: () => Promise.reject(new Error('no route')) };

/** Creates a disk for one value. It begins full. */
function createDisk<Value>() {
  const disk = {
    isFull: true,
    values: [] as Value[],
    read: async () => disk.values.at(-1),
    async write(value: Value) {
      if (disk.isFull) throw new NotStoredError();
      disk.values.push(value);
    },
    clear: async () => undefined,
  };
  return disk;
}

it('stores a kept value again only if it changed or couldn’t be stored before', async () => {
  const disk = createDisk<readonly number[]>();
  const kept = createKeptValue(disk, [] as readonly number[]);
  let changes = 0;
  const set = (value: readonly number[]) => kept.set(value, async () => void changes++);
  await expect(set([1])).rejects.toThrow(NotStoredError);
  expect(kept.get()).toEqual([1]);
  disk.isFull = false;
  await set([1]);
  await set([1]);
  expect(disk.values).toEqual([[1]]);
  await set([2]);
  expect(disk.values).toEqual([[1], [2]]);
  expect(changes).toBe(3);
});

it('stores a kept value again when an older write ends after the newer write failed', async () => {
  const values: number[] = [];
  const slow = Promise.withResolvers<void>();
  const kept = createKeptValue(
    {
      read: async () => undefined,
      async write(value: number) {
        if (value === 1) await slow.promise;
        if (value === 2 && values.length === 0) throw new NotStoredError();
        values.push(value);
      },
    },
    0,
  );
  const first = kept.set(1);
  await expect(kept.set(2)).rejects.toThrow(NotStoredError);
  slow.resolve();
  await first;
  await kept.set(2);
  expect(values).toEqual([1, 2]);
});

it('stores the id of a request when it is added again after the disk was full', async () => {
  const disk = createDisk<never[]>();
  const requests = createOwnRequests({ stored: disk, client: away });
  await expect(requests.add(ACCOUNT, [7n])).rejects.toThrow(NotStoredError);
  disk.isFull = false;
  await requests.add(ACCOUNT, [7n]);
  const next = createOwnRequests({ stored: disk, client: away });
  await next.load();
  expect(next.idsOf(ACCOUNT)).toEqual([7n]);
});

it('stores a recent trade when it is added again after the disk was full', async () => {
  const disk = createDisk<{ hash: string; at: number }[]>();
  const trades = createRecentTrades({ stored: disk, rpc: away, clock: createFakeClock(5) });
  await expect(trades.add('0xab')).rejects.toThrow(NotStoredError);
  disk.isFull = false;
  await trades.add('0xab');
  expect(disk.values).toEqual([[{ hash: '0xab', at: 5 }]]);
});

it('keeps the time at which a recent trade was added first', async () => {
  const disk = createDisk<{ hash: string; at: number }[]>();
  disk.isFull = false;
  const clock = createFakeClock(5);
  const trades = createRecentTrades({ stored: disk, rpc: away, clock });
  await trades.add('0xab');
  clock.advance(1_000);
  await trades.add('0xab');
  expect(disk.values).toEqual([[{ hash: '0xab', at: 5 }]]);
});

it('stores the removal of an alert at the second try when the disk was full at the first', async () => {
  const disk = createDisk<never[]>();
  disk.isFull = false;
  const alerts = createAlerts({
    stored: disk,
    checkedAt: createDisk<number>(),
    alarms: { set: async () => undefined, clear: async () => undefined },
    clock: createFakeClock(),
    isUnlocked: () => true,
    areAmountsHidden: () => false,
    readFacts: () => new Promise(() => undefined),
    notify: async () => undefined,
    onChange: () => undefined,
  });
  await alerts.set({ id: 'a', rule: spotRule('above', 3100), whileLocked: 'off' });
  disk.isFull = true;
  await expect(alerts.remove('a')).rejects.toThrow(NotStoredError);
  disk.isFull = false;
  await alerts.remove('a');
  expect(disk.values.at(-1)).toEqual([]);
});

it('stores at the second try that a site’s chain is forgotten when the disk was full at the first', async () => {
  const disk = createDisk<Record<string, number>>();
  disk.isFull = false;
  const chains = createSiteChains({
    ...{ stored: disk, isKnown: () => true, onChange: () => undefined },
  });
  await chains.set('https://a.example', 10);
  disk.isFull = true;
  await expect(chains.forget('https://a.example')).rejects.toThrow(NotStoredError);
  disk.isFull = false;
  await chains.forget('https://a.example');
  expect(disk.values).toEqual([{ 'https://a.example': 10 }, {}]);
});

it('shows a due notice of an expiry once, even if its removal can’t be stored at first', async () => {
  const disk = createDisk<{ account: string; at: number }[]>();
  disk.values.push([{ account: ACCOUNT, at: 10 }]);
  const shown: string[] = [];
  const notices = createExpiryNotices({
    stored: disk,
    alarms: { set: async () => undefined, clear: async () => undefined },
    clock: createFakeClock(11_000),
    choice: () => 'plain',
    hasVault: () => true,
    notify: async (title) => void shown.push(title),
  });
  await notices.load();
  await expect(notices.ring()).rejects.toThrow(NotStoredError);
  disk.isFull = false;
  await notices.ring();
  expect(shown).toHaveLength(1);
});

it('sets the alarm of a request whose entry couldn’t be stored, and stores the entry when it is read again', async () => {
  const disk = createDisk<never[]>();
  const alarms: number[] = [];
  const notices = createQuotationNotices({
    stored: disk,
    alarms: { set: async (_, at) => void alarms.push(at), clear: async () => undefined },
    clock: createFakeClock(900_000),
    read: async () => ({ quotations: [{ id: 7n, stage: 'collecting', stageEnd: 1_000 }] }) as never,
    ownRequests: { onConfirmed: async () => true },
    notify: async () => undefined,
  });
  await expect(notices.follow(ACCOUNT)).rejects.toThrow(NotStoredError);
  expect(alarms).toEqual([1_000_000]);
  disk.isFull = false;
  await notices.follow(ACCOUNT);
  expect(disk.values).toHaveLength(1);
});
