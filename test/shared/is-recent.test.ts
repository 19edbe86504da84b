import { describe, expect, it } from 'vitest';
import { isRecent } from '../../shared/is-recent.ts';

describe('a time', () => {
  it('is recent until its length is over', () => {
    expect(isRecent(1_000, 1_000, 500)).toBe(true);
    expect(isRecent(1_000, 1_499, 500)).toBe(true);
    expect(isRecent(1_000, 1_500, 500)).toBe(false);
  });

  it('isn’t recent after now, which the clock had before it was set back', () => {
    expect(isRecent(1_001, 1_000, 500)).toBe(false);
  });
});
