import type { Page } from 'playwright-core';

/** Scrolls the text to sign to its end, which Sign requires. Other requests have no such text. */
export async function scrollToEnd(window: Page): Promise<void> {
  for (const signed of await window.locator('[data-signed]').all())
    await signed.evaluate((element) => element.scrollIntoView({ block: 'end' }));
}
