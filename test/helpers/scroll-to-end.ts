import type { Page } from 'playwright-core';

/** Scrolls a signed text to its end. The Sign button is disabled until then. */
export async function scrollToEnd(window: Page): Promise<void> {
  for (const signed of await window.locator('[data-signed]').all())
    await signed.evaluate((element) => element.scrollIntoView({ block: 'end' }));
}
