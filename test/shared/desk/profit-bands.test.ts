import { expect, it } from 'vitest';
import { combine } from '../../../shared/desk/combine.ts';
import { profitBands } from '../../../shared/desk/profit-bands.ts';
import { deskRow, SPOT } from './desk-rows.ts';

const bandsOf = (...rows: readonly ReturnType<typeof deskRow>[]) => {
  const picks = rows.map((row) => ({ row, millionths: 1_000_000n }));
  const combined = combine(picks, [], { price: SPOT, source: 'chain' });
  return combined === undefined ? expect.unreachable() : profitBands(combined);
};

it('a bought put gains below its break-even and loses above', () => {
  expect(bandsOf(deskRow('PUT', [2800], { usd: 100 }))).toEqual([
    { from: 0, to: 2700, isGain: true },
    { from: 2700, to: Number.POSITIVE_INFINITY, isGain: false },
  ]);
});

it('a bought butterfly gains only between its break-evens', () => {
  expect(bandsOf(deskRow('CALL_FLY', [2800, 3000, 3200], { usd: 50 }))).toEqual([
    { from: 0, to: 2850, isGain: false },
    { from: 2850, to: 3150, isGain: true },
    { from: 3150, to: Number.POSITIVE_INFINITY, isGain: false },
  ]);
});

it('a trade that can only lose has one range', () => {
  expect(bandsOf(deskRow('PUT_SPREAD', [2600, 2800], { usd: 300 }))).toEqual([
    { from: 0, to: Number.POSITIVE_INFINITY, isGain: false },
  ]);
});
