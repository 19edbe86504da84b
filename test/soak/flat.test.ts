import { expect, it } from 'vitest';
import { growths } from './flat.ts';

const MIB = 1024 * 1024;
const heap = (mib: number) => ({ 'page: heap bytes': mib * MIB });

it('accepts figures that don’t grow', () => {
  expect(growths([heap(20), heap(22)], [heap(21), heap(20)], 10)).toEqual([]);
});

it('reports a heap that grows without trades', () => {
  expect(growths([heap(20), heap(21)], [heap(40), heap(42)], 0)).toEqual([
    { figure: 'page: heap bytes', before: 21 * MIB, after: 42 * MIB, allowed: 8 * MIB },
  ]);
});

it('accepts rows for the opened positions, and reports additional rows', () => {
  const rows = (count: number) => ({ 'rows of indexer_positions': count });
  expect(growths([rows(10)], [rows(110)], 20)).toEqual([]);
  expect(growths([rows(10)], [rows(1_000)], 20)).toMatchObject([
    { figure: 'rows of indexer_positions' },
  ]);
});

it('reports file handles that stay open', () => {
  const handles = (count: number) => ({ 'services: file handles': count });
  expect(growths([handles(30)], [handles(60)], 100)).toMatchObject([
    { figure: 'services: file handles' },
  ]);
});

it('reports sessions that are never deleted, and accepts one session for each trade', () => {
  const rows = (count: number) => ({ 'rows of sessions': count });
  expect(growths([rows(10)], [rows(30)], 20)).toEqual([]);
  expect(growths([rows(10)], [rows(200)], 20)).toMatchObject([{ figure: 'rows of sessions' }]);
});

it('reports quotes that stay listed after their end', () => {
  const overdue = (count: number) => ({ 'overdue quotes': count });
  expect(growths([overdue(0)], [overdue(0), overdue(0), overdue(0)], 10)).toEqual([]);
  expect(growths([overdue(0)], [overdue(0), overdue(0), overdue(78)], 10)).toMatchObject([
    { figure: 'overdue quotes', after: 78 },
  ]);
});

it('throws for a figure without a limit', () => {
  const sample = { 'worker: open sockets': 1 };
  expect(() => growths([sample], [sample], 0)).toThrow('no limit for "worker: open sockets"');
});
