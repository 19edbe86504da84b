import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { compileContracts } from './compile.ts';

const CACHE = new URL('../../node_modules/.cache/condor-devnet/', import.meta.url);

test('compiles contracts once and reads the same bytecode from the cache the second time', async () => {
  const first = await compileContracts();
  const files = await readdir(CACHE);
  const started = performance.now();
  const second = await compileContracts();
  expect(second).toEqual(first);
  expect(await readdir(CACHE)).toEqual(files);
  expect(performance.now() - started).toBeLessThan(1000);
  for (const name of ['OptionBook', 'OptionFactory', 'Token', 'PriceFeed', 'Put', 'Ranger'])
    expect(first[name], name).toMatch(/^0x[0-9a-f]{100,}$/);
});
