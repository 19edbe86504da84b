import type { Page } from 'playwright-core';
import { UI_PORT } from '../../shared/messages/port-names.ts';
import { siteOf } from '../../shared/site-of.ts';

/**
 * Lets a site send requests again immediately, as the user can in the popup. Without this, a site
 * must wait after three rejections in a row.
 * @param page a page of the wallet
 */
export async function allowAgain(page: Page, origin: string): Promise<void> {
  const message = { id: 1, command: 'sites.allowAgain', payload: { origin: siteOf(origin) } };
  await page.evaluate(`new Promise((resolve) => {
    const port = chrome.runtime.connect({ name: '${UI_PORT}' });
    port.onMessage.addListener(({ id }) => {
      if (id !== 1) return;
      port.disconnect();
      resolve();
    });
    port.postMessage(${JSON.stringify(message)});
  })`);
}
