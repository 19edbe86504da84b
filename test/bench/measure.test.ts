import { expect, it } from 'vitest';
import { measure } from './measure.ts';

const result = { metric: 'login', unit: 'ms', median: 1, p95: 2 };

it('keeps the figures of the other benchmarks when one has no report', async () => {
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
