import { expect, it } from 'vitest';
import { iso, json, table } from '../../../../server/operate/admin/output.ts';

const HOSTILE = 'a\u001b[2J\u009b31m\r\nb\u202ec\u200b';

it('prints control characters and invisible characters of stored text as codes, in tables and in JSON', () => {
  const text = table([{ tenant: HOSTILE }]);
  expect(text.split('\n')).toEqual([
    'tenant',
    String.raw`a\u{1b}[2J\u{9b}31m\u{d}\nb\u{202e}c\u{200b}`,
  ]);
  const written = json({ tenant: HOSTILE, emoji: '🗝' });
  expect(written).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
  expect(JSON.parse(written)).toEqual({ tenant: HOSTILE, emoji: '🗝' });
});

it('aligns columns without spaces at line ends, and marks missing values', () => {
  expect(
    table([
      { a: 'abc', long: 1 },
      { a: null, long: true },
      { a: 'd', long: '' },
    ]),
  ).toBe('a    long\nabc  1\n–    true\nd');
});

it('prints a stored number that isn’t a valid time as missing', () => {
  expect([iso(9e15), iso(null)]).toEqual([null, null]);
  expect(iso(Date.UTC(2026, 10, 23, 6))).toBe('2026-11-23T06:00:00.000Z');
});
