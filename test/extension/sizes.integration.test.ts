import { expect, it } from 'vitest';
import { extensionSizes } from '../bench/extension-sizes.ts';

it('no page loads more code than its limit, and no limit is much higher than needed', async () => {
  for (const { metric, kB, limit } of await extensionSizes()) {
    expect(kB, `${metric} in kB`).toBeLessThanOrEqual(limit);
    expect(kB, `${metric} in kB: lower its limit`).toBeGreaterThan(limit * 0.9);
  }
});
