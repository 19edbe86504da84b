import { browser } from 'wxt/browser';

/**
 * Calls back after the extension was installed, but not after an update. Must be called in the
 * worker's first turn.
 */
export function onInstalled(listener: () => Promise<void>): void {
  browser.runtime.onInstalled.addListener(({ reason }) => {
    // If the storage fails, the welcome page is skipped. The popup has the same content.
    if (reason === 'install') listener().catch(() => undefined);
  });
}

/** Opens the page that a new user sees first. */
export async function openWelcome(): Promise<void> {
  await browser.tabs.create({ url: browser.runtime.getURL('/popup.html#full-welcome') });
}
