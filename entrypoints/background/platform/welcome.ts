import { browser } from 'wxt/browser';

/** Calls back after an installation or an update. Call it at the worker's start. */
export function onInstalled(listeners: {
  install: () => Promise<void>;
  update: () => Promise<void>;
}): void {
  browser.runtime.onInstalled.addListener(({ reason }) => {
    // A failure only skips the welcome page, whose content the popup also has, or leaves unused
    // data for the next update.
    if (reason === 'install') listeners.install().catch(() => undefined);
    if (reason === 'update') listeners.update().catch(() => undefined);
  });
}

export async function openWelcome(): Promise<void> {
  await browser.tabs.create({ url: browser.runtime.getURL('/popup.html#full-welcome') });
}
