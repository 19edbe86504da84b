import type { Page } from 'playwright-core';

/** Waits until an approval window takes clicks. */
export const waitForGuard = (window: Page): Promise<void> =>
  window.locator('main[data-guarded=false]').waitFor();
