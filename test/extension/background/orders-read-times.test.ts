import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasRunOut, untilNextRead } from '../../../entrypoints/background/orders/read-times.ts';

const AT = 1_800_000_000_000;

/** Returns a list that was read at `AT`. Its quotes end this many seconds after `AT`. */
const listOf = (...ends: readonly number[]) => ({
  ...(ends.length === 0 ? {} : { lastEnd: AT / 1000 + Math.max(...ends) }),
  at: AT,
});

describe('a list of orders that stays open', () => {
  it('reads an open list every 30 seconds while one of its quotes lasts longer than 30 seconds', () => {
    expect(untilNextRead(listOf(3, 60), AT)).toBe(30_250);
    expect(untilNextRead(listOf(3, 60), AT + 29_000)).toBe(1_250);
    expect(hasRunOut(listOf(3, 60), AT + 30_250)).toBe(false);
  });

  it('reads an open list a quarter of a second after its last quote ends', () => {
    expect(untilNextRead(listOf(3, 12), AT)).toBe(12_250);
    expect(hasRunOut(listOf(3, 12), AT + 11_999)).toBe(false);
    expect(hasRunOut(listOf(3, 12), AT + 12_250)).toBe(true);
  });

  it('reads an open list every 30 seconds while it is empty', () => {
    expect(untilNextRead(listOf(), AT)).toBe(30_250);
    expect(hasRunOut(listOf(), AT + 30_250)).toBe(false);
  });

  it('reads an open list at most every 5 seconds, even when a feed’s quotes end very soon', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -100, max: 100 })), (ends) => {
        expect(untilNextRead(listOf(...ends), AT)).toBeGreaterThanOrEqual(5_000);
        expect(untilNextRead(listOf(...ends), AT)).toBeLessThanOrEqual(30_250);
        expect(hasRunOut(listOf(...ends), AT + 4_999)).toBe(false);
      }),
    );
  });

  it('reads an open list again 10 seconds after a failure', () => {
    expect(untilNextRead(undefined, AT)).toBe(10_000);
    const problem = { code: 'feedUnreachable', details: { host: 'feed.example' } } as const;
    expect(untilNextRead({ ...listOf(1), problem }, AT)).toBe(10_000);
  });
});
