import type { Page } from 'playwright-core';

/** Reads what gets signed to its end, which Sign requires. Other requests have nothing to read. */
export async function scrollToEnd(window: Page): Promise<void> {
  for (const signed of await window.locator('[data-signed]').all())
    await signed.evaluate((element) => element.scrollIntoView({ block: 'end' }));
}
