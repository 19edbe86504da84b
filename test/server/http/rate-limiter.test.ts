import { describe, expect, it } from 'vitest';
import { createRateLimiter } from '../../../server/http/rate-limiter.ts';
import { createFakeClock } from '../../helpers/fake-world.ts';
import { heapUsed } from '../../helpers/heap-used.ts';

describe('rate limiter', () => {
  it('allows as many hits in a window as the rate, and then returns the time to wait', () => {
    const clock = createFakeClock();
    const limiter = createRateLimiter(clock, { hits: 2, windowMs: 60_000 });
    expect([limiter.hit('a'), limiter.hit('a'), limiter.hit('a')]).toEqual([0, 0, 60]);
    expect(limiter.hit('b')).toBe(0);
    clock.advance(59_001);
    expect(limiter.hit('a')).toBe(1);
    clock.advance(999);
    expect(limiter.hit('a')).toBe(0);
  });

  it('ends a window early when the clock was set back and the window would last too long', () => {
    const clock = createFakeClock();
    const limiter = createRateLimiter(clock, { hits: 1, windowMs: 60_000 });
    expect([limiter.hit('a'), limiter.hit('a')]).toEqual([0, 60]);
    clock.advance(-3_600_000);
    expect(limiter.peek('a')).toBe(0);
    expect([limiter.hit('a'), limiter.hit('a')]).toEqual([0, 60]);
  });

  it('a look-up returns the time to wait without counting a hit', () => {
    const limiter = createRateLimiter(createFakeClock(), { hits: 1, windowMs: 1000 });
    expect([limiter.peek('a'), limiter.peek('a'), limiter.hit('a')]).toEqual([0, 0, 0]);
    expect(limiter.peek('a')).toBe(1);
  });

  it('counts several hits in one call, and refuses a call with more hits than the rate', () => {
    const clock = createFakeClock();
    const limiter = createRateLimiter(clock, { hits: 5, windowMs: 60_000 });
    expect([limiter.hit('a', 3), limiter.hit('a', 2), limiter.hit('a')]).toEqual([0, 0, 60]);
    expect([limiter.hit('b', 6), limiter.hit('b')]).toEqual([60, 60]);
    clock.advance(60_000);
    expect(limiter.hit('a', 5)).toBe(0);
  });

  it('takes back a counted request only for its own key and window', () => {
    const clock = createFakeClock();
    const limiter = createRateLimiter(clock, { hits: 1, windowMs: 1000 });
    expect([limiter.hit('a'), limiter.peek('a')]).toEqual([0, 1]);
    limiter.giveBack('b');
    expect(limiter.peek('a')).toBe(1);
    limiter.giveBack('a');
    expect([limiter.hit('a'), limiter.peek('a')]).toEqual([0, 1]);
    clock.advance(1000);
    limiter.giveBack('a');
    expect([limiter.hit('a'), limiter.hit('a')]).toEqual([0, 1]);
  });

  it('remembers the latest keys, and forgets the oldest of very many keys', () => {
    const limiter = createRateLimiter(createFakeClock(), { hits: 1, windowMs: 60_000 });
    limiter.hit('forgotten');
    limiter.hit('kept');
    for (let i = 0; i < 100_000; i++) {
      limiter.hit(`key ${i}`);
      if (i % 10_000 === 0) limiter.hit('kept');
    }
    expect([limiter.peek('kept'), limiter.peek('forgotten')]).toEqual([60, 0]);
  });

  it('needs less than 8 MiB more memory for a million keys than for a thousand keys', () => {
    const limiter = createRateLimiter(createFakeClock(), { hits: 60, windowMs: 60_000 });
    for (let i = 0; i < 1000; i++) limiter.hit(`key ${i}`);
    const before = heapUsed();
    for (let i = 0; i < 1_000_000; i++) limiter.hit(`key ${i}`);
    // Keeping a million windows would take some hundred megabytes.
    expect(heapUsed() - before).toBeLessThan(8 * 2 ** 20);
    expect(limiter.hit('key 999999')).toBe(0);
  });
});
