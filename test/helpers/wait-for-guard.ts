import type { Page } from 'playwright-core';

/** Waits until an approval window accepts clicks. */
export const waitForGuard = (window: Page): Promise<void> =>
  window.locator('main[data-guarded=false]').waitFor();
