import { describe, expect, it } from 'vitest';
import { createRateLimiter } from '../../../server/http/rate-limiter.ts';
import { createFakeClock } from '../../helpers/fake-world.ts';

describe('rate limiter', () => {
  it('lets so many hits through in a window and says how long to wait', () => {
    const clock = createFakeClock();
    const limiter = createRateLimiter(clock, { hits: 2, windowMs: 60_000 });
    expect([limiter.hit('a'), limiter.hit('a'), limiter.hit('a')]).toEqual([0, 0, 60]);
    expect(limiter.hit('b')).toBe(0);
    clock.advance(59_001);
    expect(limiter.hit('a')).toBe(1);
    clock.advance(999);
    expect(limiter.hit('a')).toBe(0);
  });

  it('looks without counting', () => {
    const limiter = createRateLimiter(createFakeClock(), { hits: 1, windowMs: 1000 });
    expect([limiter.peek('a'), limiter.peek('a'), limiter.hit('a')]).toEqual([0, 0, 0]);
    expect(limiter.peek('a')).toBe(1);
  });

  it('forgets the oldest windows rather than grow without end', () => {
    const limiter = createRateLimiter(createFakeClock(), { hits: 1, windowMs: 1000 });
    limiter.hit('first');
    for (let i = 0; i < 99_999; i++) limiter.hit(`key ${i}`);
    expect(limiter.peek('first')).toBe(1);
    limiter.hit('one more');
    expect(limiter.peek('first')).toBe(0);
    expect(limiter.peek('key 0')).toBe(1);
  });
});
