import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLiveCount } from '../../../server/http/live-count.ts';
import { createFakeClock } from '../../helpers/fake-world.ts';

describe('the count of live items', () => {
  it('never exceeds the limit, even across the edge of a window', () => {
    const clock = createFakeClock();
    const count = createLiveCount(clock, { hits: 100, windowMs: 120_000 });
    const add = (many: number) =>
      Array.from({ length: many }, () => count.add('a')).filter((wait) => wait === 0).length;
    expect(add(1)).toBe(1);
    clock.advance(119_000);
    expect(add(200)).toBe(99);
    expect(count.add('b')).toBe(0);
    clock.advance(1000);
    expect(add(200)).toBe(1);
    expect(count.add('a')).toBe(120);
    clock.advance(119_999);
    expect(count.add('a')).toBe(1);
    clock.advance(1);
    expect(add(200)).toBe(100);
  });

  it('never exceeds the bound, and accepts items while a twelfth more has room', () => {
    const step = fc.record({
      wait: fc.integer({ min: 0, max: 20_000 }),
      many: fc.integer({ min: 0, max: 12 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const clock = createFakeClock();
        const count = createLiveCount(clock, { hits: 20, windowMs: 60_000 });
        const begun: number[] = [];
        const since = (age: number) => begun.filter((at) => clock.now() - at < age).length;
        for (const { wait, many } of steps) {
          clock.advance(wait);
          for (let i = 0; i < many; i++) {
            if (count.add('a') === 0) begun.push(clock.now());
            else expect(since(65_000)).toBeGreaterThanOrEqual(20);
            expect(since(60_000)).toBeLessThanOrEqual(20);
          }
        }
      }),
    );
  });
});
