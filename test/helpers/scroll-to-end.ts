import type { Page } from 'playwright-core';

/** Scrolls a text to sign to its end, without which Sign doesn't work. */
export async function scrollToEnd(window: Page): Promise<void> {
  for (const signed of await window.locator('[data-signed]').all())
    await signed.evaluate((element) => element.scrollIntoView({ block: 'end' }));
}
