import { expect, it } from 'vitest';
import { iso, json, minute, size, table } from '../../../server/admin/output.ts';

const HOSTILE = 'a\u001b[2J\u009b31m\r\nb\u202ec\u200b';

it('prints stored control and invisible characters as codes, in tables and JSON', () => {
  const text = table(['TENANT'], [[HOSTILE]]);
  expect(text.split('\n')).toEqual([
    'TENANT',
    String.raw`a\u{1b}[2J\u{9b}31m\u{d}\nb\u{202e}c\u{200b}`,
  ]);
  const written = json({ tenant: HOSTILE, emoji: '🗝' });
  expect(written).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
  expect(JSON.parse(written)).toEqual({ tenant: HOSTILE, emoji: '🗝' });
});

it('aligns columns without blanks at line ends', () => {
  expect(
    table(
      ['A', 'LONG'],
      [
        ['abc', '1'],
        ['d', ''],
      ],
    ),
  ).toBe('A    LONG\nabc  1\nd');
});

it('prints a stored number that is not a time as no time', () => {
  expect([minute(9e15), iso(9e15), minute(null), iso(null)]).toEqual(['–', null, '–', null]);
  expect(minute(Date.UTC(2026, 10, 23, 6))).toBe('2026-11-23 06:00');
});

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [4_123_456, '4.1 MB'],
  [7e15, '7000.0 TB'],
])('writes %d bytes as %s', (bytes, text) => {
  expect(size(bytes)).toBe(text);
});
