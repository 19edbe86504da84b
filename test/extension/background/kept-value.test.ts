import { expect, it } from 'vitest';
import { createKeptValue } from '../../../entrypoints/background/kernel/kept-value.ts';
import { NotStoredError } from '../../../entrypoints/background/kernel/stored.ts';
import { createRecentTrades } from '../../../entrypoints/background/positions/recent-trades.ts';
import { createQuotationNotices } from '../../../entrypoints/background/quotations/notices.ts';
import { createOwnRequests } from '../../../entrypoints/background/quotations/own-requests.ts';
import { createFakeClock } from '../../helpers/fake-world.ts';

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
