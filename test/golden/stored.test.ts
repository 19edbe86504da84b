import { describe, expect, it } from 'vitest';
import { stored } from '../../entrypoints/background/kernel/stored.ts';
import type { StoredKey } from '../../entrypoints/background/kernel/stored-key.ts';
import { ALL_KEYS, STORED_KEYS } from '../../entrypoints/background/stored-keys.ts';
import { matchesSchema } from '../../shared/check-schema.ts';
import { WALLET_API } from '../../shared/messages/wallet-api.ts';
import { memoryAreas } from '../extension/helpers/memory-areas.ts';
import { samplesOf } from './samples.ts';

const KEYS: readonly StoredKey[] = Object.values(STORED_KEYS);

const lines = (samples: readonly unknown[]) =>
  samples.map((sample) => JSON.stringify(sample)).join('\n');

describe('the stored form', () => {
  it('stored data has the same names and versions as in the golden file', async () => {
    const text = ALL_KEYS.map(
      ({ area, name, version, isDisposable }) =>
        `${area} ${name} ${version}${isDisposable ? ' disposable' : ''}\n`,
    )
      .toSorted()
      .join('');
    await expect(text).toMatchFileSnapshot('stored/keys.golden.txt');
  });

  it.each(KEYS)('$name is stored in the form of its golden file', async ({ name, schema }) => {
    const text = `${lines(samplesOf(schema))}\n`;
    await expect(text).toMatchFileSnapshot(`stored/${name}.golden.txt`);
  });

  it.each(KEYS)('$name stays the same when the worker reads and writes it', async (key) => {
    for (const value of samplesOf(key.schema)) {
      expect(matchesSchema(key.schema, value)).toBe(true);
      const areas = memoryAreas();
      await areas[key.area].set(key.name, { version: key.version, value });
      const before = JSON.stringify(areas[key.area].content.get(key.name));
      const one = stored(areas, key);
      await one.write(await one.read());
      expect(JSON.stringify(areas[key.area].content.get(key.name))).toBe(before);
    }
  });
});

describe('the messages of pages', () => {
  it('pages and worker exchange messages in the form of the golden file', async () => {
    const text = Object.entries(WALLET_API)
      .flatMap(([topic, schema]) =>
        samplesOf(schema).map((sample) => `${topic} ${JSON.stringify(sample)}\n`),
      )
      .join('');
    await expect(text).toMatchFileSnapshot('messages.golden.txt');
  });
});
