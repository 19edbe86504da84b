import { expect, it } from 'vitest';
import { createKept } from '../../../server/positions/serving/kept.ts';

/** Creates a cache of a result with this many rows. Counts how often the result is read. */
function start(rows: number) {
  const kept = createKept<number>(2);
  let reads = 0;
  const read = async () => ({ value: ++reads, rows });
  return { kept, ask: (name: string) => kept(name, read) };
}

it('reads a result once for all requests that wait for that result', async () => {
  const { ask } = start(5);
  expect(await Promise.all([ask('one'), ask('one'), ask('other')])).toEqual([1, 1, 2]);
});

it('reads a small result on every request, but a large result only once', async () => {
  const small = start(5);
  expect([await small.ask('one'), await small.ask('one')]).toEqual([1, 2]);
  const large = start(10_000);
  expect([await large.ask('one'), await large.ask('one')]).toEqual([1, 1]);
});

it('keeps at most as many results as its limit', async () => {
  const { ask } = start(10_000);
  const names = ['one', 'two', 'three', 'one'];
  const values: number[] = [];
  for (const name of names) values.push(await ask(name));
  expect(values).toEqual([1, 2, 3, 4]);
});

it('reads a result again after a failure', async () => {
  const { kept, ask } = start(10_000);
  const failing = () => Promise.reject(new Error('away'));
  await expect(kept('one', failing)).rejects.toThrow('away');
  expect(await ask('one')).toBe(1);
});
