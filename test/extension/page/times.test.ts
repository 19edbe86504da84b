import { describe, expect, it } from 'vitest';
import { leftUntil, localTime } from '../../../components/texts/times.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;

describe('a time', () => {
  it('writes a time with its weekday, because it may be this or the next Friday', () => {
    const friday = Date.UTC(2026, 11, 4, 12) / 1000;
    const weekday = new Date(friday * 1000).toLocaleString('en', { weekday: 'short' });
    expect(localTime(friday)).toContain(weekday);
  });

  it.each([
    [90, '1:30'],
    [3 * HOUR + 600, '3 h 10 min'],
    [2 * DAY + 4 * HOUR, '2 d 4 h'],
    [10 * DAY + 4 * HOUR, '10 d'],
  ])('writes a remaining time of %i seconds as %s', (seconds, text) => {
    expect(leftUntil(1_000 + seconds, 1_000_000)).toBe(text);
  });
});
