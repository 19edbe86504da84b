import { expect, it } from 'vitest';
import { extensionSizes } from '../bench/extension-sizes.ts';

it('loads no more code than its limits, which are close to it', async () => {
  for (const { metric, kB, limit } of await extensionSizes()) {
    expect(kB, `${metric} in kB`).toBeLessThanOrEqual(limit);
    expect(kB, `${metric} in kB: lower its limit`).toBeGreaterThan(limit * 0.9);
  }
});
