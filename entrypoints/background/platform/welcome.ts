import { browser } from 'wxt/browser';

/** Calls back after an installation or an update. Call it at the worker's start. */
export function onInstalled(listeners: {
  install: () => Promise<void>;
  update: () => Promise<void>;
}): void {
  browser.runtime.onInstalled.addListener(({ reason }) => {
    // If the welcome page can't be opened, the popup shows the same content. If unused data can't
    // be removed, the next update removes it.
    if (reason === 'install') listeners.install().catch(() => undefined);
    if (reason === 'update') listeners.update().catch(() => undefined);
  });
}

export async function openWelcome(): Promise<void> {
  await browser.tabs.create({ url: browser.runtime.getURL('/popup.html#full-welcome') });
}
