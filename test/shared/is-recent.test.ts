import { describe, expect, it } from 'vitest';
import { isRecent } from '../../shared/is-recent.ts';

describe('a time', () => {
  it('counts a time as recent until the period has passed', () => {
    expect(isRecent(1_000, 1_000, 500)).toBe(true);
    expect(isRecent(1_000, 1_499, 500)).toBe(true);
    expect(isRecent(1_000, 1_500, 500)).toBe(false);
  });

  it('doesn’t count a time in the future as recent', () => {
    expect(isRecent(1_001, 1_000, 500)).toBe(false);
  });
});
