import { expect, it } from 'vitest';
import { extensionSizes } from '../bench/extension-sizes.ts';

it('loads no more code than its limits', async () => {
  for (const { metric, kB, limit } of await extensionSizes()) {
    expect(kB, `${metric} in kB`).toBeGreaterThan(limit / 2);
    expect(kB, `${metric} in kB`).toBeLessThanOrEqual(limit);
  }
});
