import { browser } from 'wxt/browser';

/**
 * Calls back after the extension was installed, neither after its update nor after the browser's. To
 * be called in the worker's first turn.
 */
export function onInstalled(listener: () => Promise<void>): void {
  browser.runtime.onInstalled.addListener(({ reason }) => {
    // A storage that fails costs the page: the icon's popup says the same.
    if (reason === 'install') listener().catch(() => undefined);
  });
}

/** Opens the page that a new user sees first. */
export async function openWelcome(): Promise<void> {
  await browser.tabs.create({ url: browser.runtime.getURL('/popup.html#full-welcome') });
}
