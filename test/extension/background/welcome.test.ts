import { describe, expect, it } from 'vitest';
import { stored } from '../../../entrypoints/background/kernel/stored.ts';
import { createWelcome } from '../../../entrypoints/background/kernel/welcome.ts';
import { STORED_KEYS } from '../../../entrypoints/background/stored-keys.ts';
import { memoryAreas } from '../helpers/memory-areas.ts';

/** Reports an installation to a worker. Returns how many pages the worker opens. */
async function pagesOpened(areas: ReturnType<typeof memoryAreas>, isEmpty = true): Promise<number> {
  let pages = 0;
  const welcome = createWelcome({
    ready: Promise.resolve(),
    welcomed: stored(areas, STORED_KEYS.welcomed),
    isEmpty: () => isEmpty,
    openPage: async () => {
      pages += 1;
    },
  });
  await welcome();
  return pages;
}

describe('the welcome page', () => {
  it('opens the welcome page at the first installation in a profile, but not at a later one', async () => {
    const areas = memoryAreas();
    expect(await pagesOpened(areas)).toBe(1);
    expect(await pagesOpened(areas)).toBe(0);
  });

  it("doesn't open the welcome page on a device that has a vault", async () => {
    expect(await pagesOpened(memoryAreas(), false)).toBe(0);
  });
});
