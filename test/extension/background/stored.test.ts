import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { createStartup } from '../../../entrypoints/background/kernel/startup.ts';
import { stored } from '../../../entrypoints/background/kernel/stored.ts';
import type { StoredKey } from '../../../entrypoints/background/kernel/stored-key.ts';
import {
  createStoredRecovery,
  type UnreadablePart,
} from '../../../entrypoints/background/kernel/stored-recovery.ts';
import { ALL_KEYS, STORED_KEYS } from '../../../entrypoints/background/stored-keys.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';

/**
 * A stored object: `{ n }` in version 1, `{ count }` in version 2. Version 3 doubles the number.
 */
const COUNT = {
  area: 'local',
  name: 'count',
  version: 3,
  schema: Type.Object({ count: Type.Integer() }),
  isDisposable: false,
  migrations: {
    1: (value: unknown) => ({ count: Reflect.get(Object(value), 'n') }),
    2: (value: unknown) => ({ count: 2 * Number(Reflect.get(Object(value), 'count')) }),
  },
} as const satisfies StoredKey;

const NOW = { version: 1, value: {} };

function areasWith(local: Record<string, unknown>, session: Record<string, unknown> = {}) {
  const areas = memoryAreas();
  for (const [name, value] of Object.entries(local)) areas.local.content.set(name, value);
  for (const [name, value] of Object.entries(session)) areas.session.content.set(name, value);
  return areas;
}

describe('a stored value', () => {
  it('migrates a value of an older version step by step and writes it back', async () => {
    const areas = areasWith({ count: { version: 1, value: { n: 21 } } });
    expect(await stored(areas, COUNT).read()).toEqual({ count: 42 });
    expect(areas.local.content.get('count')).toEqual({ version: 3, value: { count: 42 } });
  });

  it.each([
    ['newer', { version: 4, value: { count: 1 } }],
    ['older', { version: 0, value: { count: 1 } }],
    ['damaged', { version: 1, value: { n: 'many' } }],
    ['damaged', { version: 3, value: {} }],
    ['damaged', 'no wrapper'],
  ])(
    'refuses a value whose version or content is unreadable (%s), and leaves it stored: %j',
    async (reason, value) => {
      const areas = areasWith({ count: value });
      await expect(stored(areas, COUNT).read()).rejects.toMatchObject({ reason });
      expect(areas.local.content.get('count')).toEqual(value);
    },
  );

  it('reports an error when the browser can’t store a value, for example because the disk is full', async () => {
    const areas = memoryAreas();
    areas.local.set = () => Promise.reject(new Error('No space left on device'));
    const failure = stored(areas, COUNT).write({ count: 1 });
    await expect(failure).rejects.toMatchObject({ code: 'notStored' });
  });

  it('reports a value as unavailable when the browser can’t read it', async () => {
    const areas = memoryAreas();
    areas.local.get = () => Promise.reject(new Error('IO error'));
    await expect(stored(areas, COUNT).read()).rejects.toMatchObject({ reason: 'unavailable' });
  });

  it('drops an unreadable value that can be replaced', async () => {
    const areas = areasWith({ portfolio: NOW }, { drafts: { version: 99, value: {} } });
    expect(await stored(areas, STORED_KEYS.portfolio).read()).toBeUndefined();
    expect(await stored(areas, STORED_KEYS.drafts).read()).toBeUndefined();
    expect(areas.local.content.size + areas.session.content.size).toBe(0);
  });
});

describe('the registry of stored keys', () => {
  it('lists each key once, and its migrations of permanent data lead to the current version without a gap', () => {
    expect(new Set(ALL_KEYS.map(({ area, name }) => `${area} ${name}`)).size).toBe(ALL_KEYS.length);
    for (const { version, migrations } of ALL_KEYS.filter(({ isDisposable }) => !isDisposable)) {
      const steps = Array.from({ length: version - 1 }, (_, i) => String(i + 1));
      const known = Object.keys(migrations);
      // From the oldest version that is still read, versions follow each other without a gap.
      expect(known).toEqual(steps.slice(steps.length - known.length));
    }
  });
});

describe('the start of a worker that reads stored data', () => {
  function started(areas: ReturnType<typeof memoryAreas>) {
    const calls: string[] = [];
    let refused: readonly UnreadablePart[] = [];
    const storedRecovery = createStoredRecovery(areas, ALL_KEYS);
    const startup = createStartup({
      storedRecovery,
      finishForgetting: async () => undefined,
      load: async () => calls.push('load'),
      resume: async () => {
        calls.push('resume');
      },
      loadLarge: async () => {
        await stored(areas, STORED_KEYS.activity).read();
        calls.push('load large');
      },
      refuse: (parts) => {
        refused = parts;
      },
      started: () => calls.push('started'),
    });
    return { storedRecovery, startup, calls, refused: () => refused };
  }

  it('a worker neither loads nor starts anything while the vault and the settings are unreadable', async () => {
    const areas = areasWith({ vault: { version: 9, value: {} }, settings: 'torn' });
    const { startup, calls, refused } = started(areas);
    await startup.run();
    expect(calls).toEqual([]);
    expect(refused()).toMatchObject([
      { key: 'vault', reason: 'newer' },
      { key: 'settings', reason: 'damaged' },
    ]);
    expect(areas.local.content.size).toBe(2);
  });

  it('doesn’t complete the start while the activity, which is read last, is unreadable', async () => {
    const { startup, calls, refused, storedRecovery } = started(areasWith({ activity: 'torn' }));
    const { answering, whole } = startup.begin();
    await answering;
    expect(refused()).toEqual([]);
    await whole;
    expect(calls).toEqual(['load', 'resume']);
    expect(refused()).toMatchObject([{ key: 'activity', reason: 'damaged' }]);
    await storedRecovery.deleteUnreadable();
    await startup.run();
    expect(calls.slice(2)).toEqual(['load', 'resume', 'load large', 'started']);
  });

  it('reports the activity as unreadable even when only its first read failed', async () => {
    const areas = areasWith({});
    const { get } = areas.local;
    let reads = 0;
    areas.local.get = async (key) => {
      if (key === 'activity' && reads++ === 0) throw new Error('busy');
      return get(key);
    };
    const { startup, refused } = started(areas);
    await startup.run();
    expect(refused()).toEqual([{ key: 'activity', reason: 'unavailable' }]);
  });

  it('copies all stored data unchanged, and deletes only the unreadable part', async () => {
    const sites = { version: 1, value: { accounts: [], sites: {} } };
    const areas = areasWith({ vault: { version: 9, value: { later: 1 } }, sites });
    const { storedRecovery, startup, calls } = started(areas);
    expect(JSON.parse(await storedRecovery.copy())).toMatchObject({
      local: { vault: { version: 9, value: { later: 1 } }, sites },
    });
    await storedRecovery.deleteUnreadable();
    await startup.run();
    expect([...areas.local.content.keys()]).toEqual(['sites']);
    expect(calls).toEqual(['load', 'resume', 'load large', 'started']);
  });
});
