import { browser } from 'wxt/browser';

/** Calls back after the extension was installed, and after an update. Must be called in the worker's first turn. */
export function onInstalled(listeners: {
  install: () => Promise<void>;
  update: () => Promise<void>;
}): void {
  browser.runtime.onInstalled.addListener(({ reason }) => {
    // If the storage fails, the welcome page is skipped (the popup has the same content), or the
    // next update removes unused data.
    if (reason === 'install') listeners.install().catch(() => undefined);
    if (reason === 'update') listeners.update().catch(() => undefined);
  });
}

/** Opens the page that a new user sees first. */
export async function openWelcome(): Promise<void> {
  await browser.tabs.create({ url: browser.runtime.getURL('/popup.html#full-welcome') });
}
