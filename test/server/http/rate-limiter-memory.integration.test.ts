import { describe, expect, it } from 'vitest';
import { createRateLimiter } from '../../../server/http/rate-limiter.ts';
import { createFakeClock } from '../../helpers/fake-world.ts';

// Measures the memory of its process, which unit tests share.
describe('rate limiter', () => {
  it('keeps no more memory for a million addresses than for one', () => {
    const limiter = createRateLimiter(createFakeClock(), { hits: 60, windowMs: 60_000 });
    const held = () => process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
    for (let i = 0; i < 1000; i++) limiter.hit(`key ${i}`);
    const before = held();
    for (let i = 0; i < 1_000_000; i++) limiter.hit(`key ${i}`);
    // A million windows would take some hundred megabytes; the limit allows for uncollected
    // garbage.
    expect(held() - before).toBeLessThan(64 * 2 ** 20);
  });
});
