import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { IS_RELEASE } from '../belts.ts';

/**
 * Returns a function that saves a picture of a page below `.output`. The function does nothing
 * outside of `npm run test:release`, because pictures are for people and take a long time.
 */
export function picturesIn(
  folder: string,
): (page: Page, name: string, isFullPage?: boolean) => Promise<void> {
  if (!IS_RELEASE) return async () => undefined;
  const path = fileURLToPath(new URL(`../../.output/${folder}/`, import.meta.url));
  mkdirSync(path, { recursive: true });
  return async (page, name, fullPage = false) => {
    await page.screenshot({ path: `${path}${name}.png`, fullPage, animations: 'disabled' });
  };
}
