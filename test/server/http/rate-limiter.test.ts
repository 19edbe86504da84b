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

  it('counts several hits at once, and none beyond the rate', () => {
    const clock = createFakeClock();
    const limiter = createRateLimiter(clock, { hits: 5, windowMs: 60_000 });
    expect([limiter.hit('a', 3), limiter.hit('a', 2), limiter.hit('a')]).toEqual([0, 0, 60]);
    expect([limiter.hit('b', 6), limiter.hit('b')]).toEqual([60, 60]);
    clock.advance(60_000);
    expect(limiter.hit('a', 5)).toBe(0);
  });

  it('takes a hit back, of this key and of this window only', () => {
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

  it('neither frees who is over the rate nor shuts a newcomer out in a flood of addresses', () => {
    const clock = createFakeClock();
    const limiter = createRateLimiter(clock, { hits: 60, windowMs: 60_000 });
    for (let i = 0; i < 60; i++) limiter.hit('over');
    for (let i = 0; i < 50; i++) limiter.hit('busy');
    for (let i = 0; i < 500_000; i++) limiter.hit(`2001:db8:${i >> 16}:${i & 0xffff}::/64`);
    expect(limiter.peek('over')).toBe(60);
    // What a flood cannot do: begin somebody's count anew.
    expect(Array.from({ length: 11 }, () => limiter.hit('busy')).filter((w) => w > 0)).toHaveLength(
      1,
    );
    const newcomers = Array.from({ length: 1000 }, (_, i) => limiter.hit(`192.0.2.${i}`));
    expect(newcomers.every((wait) => wait === 0)).toBe(true);
    clock.advance(60_000);
    expect(limiter.hit('over')).toBe(0);
  });

  it('lets no key of a flood through more often than its rate', () => {
    const limiter = createRateLimiter(createFakeClock(), { hits: 3, windowMs: 60_000 });
    const through = new Map<string, number>();
    for (let round = 0; round < 6; round++) {
      for (let i = 0; i < 60_000; i++) {
        const key = `key ${i}`;
        if (limiter.hit(key) === 0) through.set(key, (through.get(key) ?? 0) + 1);
      }
    }
    const total = [...through.values()].reduce((sum, count) => sum + count, 0);
    expect(Math.max(...through.values())).toBeLessThanOrEqual(3);
    expect(total).toBeLessThanOrEqual(3 * 32_768);
  });

  it('keeps no more memory for a million addresses than for one', () => {
    const limiter = createRateLimiter(createFakeClock(), { hits: 60, windowMs: 60_000 });
    const held = () => process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
    for (let i = 0; i < 1000; i++) limiter.hit(`key ${i}`);
    const before = held();
    for (let i = 0; i < 1_000_000; i++) limiter.hit(`key ${i}`);
    // A map of them would take some hundred megabytes; the rest is what no collector has taken yet.
    expect(held() - before).toBeLessThan(64 * 2 ** 20);
  });
});
