import { describe, expect, it } from 'vitest';
import { createReadAhead } from '../../../entrypoints/background/kernel/read-ahead.ts';
import { readAtStart, STORED_KEYS } from '../../../entrypoints/background/stored-keys.ts';

function countedArea(content: Record<string, unknown>) {
  const asked: (readonly string[])[] = [];
  return {
    asked,
    get: async (key: string) => {
      asked.push([key]);
      return content[key];
    },
    getAll: async (keys: readonly string[]) => {
      asked.push(keys);
      return Object.fromEntries(
        keys.flatMap((key) => (key in content ? [[key, content[key]]] : [])),
      );
    },
    set: async (key: string, value: unknown) => {
      content[key] = value;
    },
    remove: async (key: string) => {
      delete content[key];
    },
  };
}

function started() {
  const local = countedArea({ settings: 1, sites: 2, list: 3 });
  const session = countedArea({});
  const ahead = createReadAhead({ local, session }, (area) =>
    area === 'local' ? ['settings', 'sites', 'nothing'] : [],
  );
  return { local, ahead, areas: ahead.areas };
}

describe('reading ahead', () => {
  it('asks the browser once for all values that the start needs', async () => {
    const { areas, local } = started();
    expect(await areas.local.get('settings')).toBe(1);
    expect(await areas.local.get('sites')).toBe(2);
    expect(await areas.local.get('nothing')).toBeUndefined();
    expect(local.asked).toEqual([['settings', 'sites', 'nothing']]);
  });

  it('still reads a value that wasn’t read ahead', async () => {
    const { areas } = started();
    expect(await areas.local.get('list')).toBe(3);
  });

  it('never returns a value that was overwritten or removed in the meantime', async () => {
    const { areas } = started();
    await areas.local.set('settings', 'new');
    await areas.local.remove('sites');
    expect(await areas.local.get('settings')).toBe('new');
    expect(await areas.local.get('sites')).toBeUndefined();
  });

  it('reads from the browser again once the start is over', async () => {
    const { areas, ahead, local } = started();
    ahead.end();
    await local.set('settings', 'elsewhere');
    expect(await areas.local.get('settings')).toBe('elsewhere');
  });

  it('leaves the large phishing list out of the values that are read ahead', () => {
    expect(readAtStart('local')).toContain(STORED_KEYS.vault.name);
    expect(readAtStart('local')).not.toContain(STORED_KEYS.phishingList.name);
    expect(readAtStart('session')).toContain(STORED_KEYS.unlock.name);
  });
});
