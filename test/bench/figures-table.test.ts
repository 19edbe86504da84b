import { expect, it } from 'vitest';
import { figuresTable } from './figures-table.ts';

const figures = {
  name: 'all',
  machine: '2 × CPU, 23 GiB, Node 24.21.0',
  date: '2026-11-23',
  loadBefore: 0.4,
  failed: [],
  results: [
    {
      bench: 'vault',
      metric: 'login',
      unit: 'ms',
      median: 1,
      p95: 2,
      floor: 0.5,
      ratio: 2,
      target: 'ratio ≤ 2.5',
      ok: true,
    },
    {
      bench: 'popup',
      metric: 'size a|b',
      unit: 'kB',
      median: 353,
      p95: 353,
      target: '≤ 350',
      ok: false,
    },
    { bench: 'orders', metric: 'feed', unit: 'ms', median: 3, p95: 4 },
  ],
};

it('writes one row for each figure, and marks and counts the figures that miss their target', () => {
  const page = figuresTable(figures);
  expect(page).toContain('on 2026-11-23: 2 × CPU, 23 GiB, Node 24.21.0, load average 0.4');
  expect(page).toContain('3 figures, 1 of them miss their target');
  expect(page.split('\n').filter((line) => line.startsWith('|'))).toEqual([
    '| Benchmark | Metric    | Unit | Median | p95 | Floor | Ratio | Target      | Met    |',
    '| --------- | --------- | ---- | ------ | --- | ----- | ----- | ----------- | ------ |',
    '| vault     | login     | ms   | 1      | 2   | 0.5   | 2     | ratio ≤ 2.5 | yes    |',
    '| popup     | size a\\|b | kB   | 353    | 353 |       |       | ≤ 350       | **no** |',
    '| orders    | feed      | ms   | 3      | 4   |       |       |             |        |',
  ]);
});

it('names the benchmarks that reported nothing', () => {
  expect(figuresTable(figures)).not.toContain('without a report');
  expect(figuresTable({ ...figures, failed: ['popup'] })).toContain(
    'Ended without a report: popup.',
  );
});
