import { expect, it } from 'vitest';
import { measure } from './measure.ts';
import { untilDeadline } from './until-deadline.ts';

const result = { metric: 'login', unit: 'ms', median: 1, p95: 2 };

it('keeps the figures of the other benchmarks when one benchmark has no report', async () => {
  const names: string[] = [];
  const measured = await measure(['vault', 'orders', 'popup'], async (name) => {
    names.push(name);
    return name === 'orders' ? undefined : { name, machine: '', results: [result] };
  });
  expect(names).toEqual(['vault', 'orders', 'popup']);
  expect(measured).toEqual({
    failed: ['orders'],
    results: [
      { bench: 'vault', ...result },
      { bench: 'popup', ...result },
    ],
  });
});

it('stops a benchmark at its deadline, keeps its earlier results, and adds a failed result that names the time limit', async () => {
  const found = await untilDeadline(async function* () {
    yield [result];
    await new Promise(() => undefined);
  }, 20);
  expect(found).toEqual([
    result,
    expect.objectContaining({ ok: false, target: expect.stringContaining('within 0.02 s') }),
  ]);
});

it('returns all results of a benchmark that ends in time', async () => {
  expect(await untilDeadline(async () => [result, result])).toEqual([result, result]);
});
