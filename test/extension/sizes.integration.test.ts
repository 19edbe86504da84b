import { expect, it } from 'vitest';
import { extensionSizes } from '../bench/extension-sizes.ts';

it('no page loads more code than its limit, and each limit is close to the measured size', async () => {
  for (const { metric, kB, limit } of await extensionSizes()) {
    expect(kB, `${metric} in kB`).toBeLessThanOrEqual(limit);
    expect(kB, `${metric} in kB: lower its limit`).toBeGreaterThan(limit * 0.9);
  }
});
