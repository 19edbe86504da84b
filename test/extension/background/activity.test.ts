import { describe, expect, it } from 'vitest';
import type { ActivityRecord } from '../../../shared/activity/record.ts';
import { memoryActivity } from '../helpers/memory-activity.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';

const ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const COMMON = { at: 1, origin: 'https://dapp.example', account: ACCOUNT };

/** Returns the rows that a new worker reads from this store. */
async function loaded(value: unknown) {
  const areas = memoryAreas();
  areas.local.content.set('activity', { version: 1, value });
  const activity = memoryActivity({ areas });
  await activity.load();
  return { activity, areas };
}

describe('stored rows', () => {
  it('reports stored rows of an unknown form as damaged', async () => {
    await expect(loaded([{ id: 'a' }])).rejects.toMatchObject({ reason: 'damaged' });
  });
});

describe('the rows that pages see', () => {
  it('leaves the signed bytes, the nonce and the request key out of the rows for pages', async () => {
    const row: ActivityRecord = {
      id: '0xaa',
      kind: 'transaction',
      ...COMMON,
      chainId: 8453,
      what: { kind: 'payout' },
      hash: '0xaa',
      status: 'sent',
      raw: '0x02',
      nonce: 4,
      requestKey: 'doc:1',
    };
    const { activity } = await loaded([row]);
    expect(activity.page('all', 500).rows).toEqual([
      {
        id: '0xaa',
        kind: 'transaction',
        ...COMMON,
        chainId: 8453,
        what: { kind: 'payout' },
        hash: '0xaa',
        status: 'sent',
      },
    ]);
  });
});

describe('a change of a transaction', () => {
  it('ignores a change for an unknown id or for a row that isn’t a transaction', async () => {
    const row: ActivityRecord = {
      id: 'a',
      kind: 'signature',
      ...COMMON,
      chainId: 8453,
      what: { kind: 'message' },
    };
    const { activity } = await loaded([row]);
    for (const id of ['a', 'b']) await activity.change(id, () => expect.unreachable());
    expect(activity.all()).toEqual([row]);
  });
});

describe('the activity before it was read', () => {
  it('reads the activity before adding a row, so that no row is lost', async () => {
    const row: ActivityRecord = {
      id: 'a',
      kind: 'connection',
      ...COMMON,
      chainId: 8453,
      what: { kind: 'accounts', count: 1 },
    };
    const added = { ...row, id: 'b' };
    const { areas } = await loaded([row]);
    const activity = memoryActivity({ areas });
    await Promise.all([activity.add(added), activity.load()]);
    await activity.add({ ...row, id: 'c' });
    expect(activity.all().map(({ id }) => id)).toEqual(['c', 'b', 'a']);
    expect((await loaded(activity.all())).activity.all()).toEqual(activity.all());
  });
});

describe('the activity with a row that the next start couldn’t read', () => {
  const row: ActivityRecord = {
    id: '0xaa',
    kind: 'transaction',
    ...COMMON,
    chainId: 8453,
    what: { kind: 'payout' },
    hash: '0xaa',
    status: 'sent',
    raw: '0x02',
  };
  const long = { kind: 'unknown', to: 'x'.repeat(9_000) } as const;

  it('refuses to add a row that the next start couldn’t read, and leaves the stored rows unchanged', async () => {
    const { activity, areas } = await loaded([row]);
    const before = structuredClone(areas.local.content.get('activity'));
    const added = activity.add({ ...row, id: '0xbb', what: long });
    await expect(added).rejects.toMatchObject({ code: 'bad-row' });
    expect(activity.all()).toEqual([row]);
    expect(areas.local.content.get('activity')).toEqual(before);
  });

  it('refuses to change a row into a row that the next start couldn’t read', async () => {
    const { activity } = await loaded([row]);
    const changed = activity.change('0xaa', (found) => ({ ...found, what: long }));
    await expect(changed).rejects.toMatchObject({ code: 'bad-row' });
    expect(activity.all()).toEqual([row]);
  });
});
