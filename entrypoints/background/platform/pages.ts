import { browser } from 'wxt/browser';
import { WAKE } from '../../../shared/messages/page.ts';

/** Reconnects every bridge that lost its worker, so that pages hear of an unlock. */
export async function wakePages(): Promise<void> {
  const tabs = await browser.tabs.query({});
  await Promise.allSettled(
    // A tab without our bridge (a browser page) rejects the message.
    tabs.flatMap(({ id }) => (id === undefined ? [] : [browser.tabs.sendMessage(id, WAKE)])),
  );
}

/** Brings the tab with the activity page to the front. Opens one only if it may. */
export async function showActivity(mayOpen: boolean): Promise<void> {
  const url = browser.runtime.getURL('/popup.html#activity');
  const contexts = await browser.runtime.getContexts({ contextTypes: ['TAB'] });
  const open = contexts.find(({ documentUrl }) => documentUrl === url);
  if (open !== undefined) await browser.tabs.update(open.tabId, { active: true });
  else if (mayOpen) await browser.tabs.create({ url });
}

/**
 * Opens a page of the extension (path with hash) in a tab. The desk reacts to its hash, so a tab that
 * shows it is used again.
 */
export async function openPage(path: string): Promise<void> {
  const url = browser.runtime.getURL(`/${path}` as never);
  const desk = browser.runtime.getURL('/desk.html');
  const contexts = await browser.runtime.getContexts({ contextTypes: ['TAB'] });
  const open = contexts.find(({ documentUrl }) => documentUrl?.split('#')[0] === desk);
  if (open === undefined || !url.startsWith(desk)) {
    await browser.tabs.create({ url });
    return;
  }
  await browser.tabs.update(open.tabId, { active: true, url });
  await browser.windows.update(open.windowId, { focused: true });
}

/** Returns the bundled list of phishing sites from a file of the extension. */
export async function loadPhishingList(): Promise<unknown> {
  const response = await fetch(browser.runtime.getURL('/phishing.json' as never));
  return response.json();
}

/**
 * Returns the English words of BIP-39 from a file of the extension, which keeps the worker small.
 */
export async function loadWords(): Promise<string> {
  const response = await fetch(browser.runtime.getURL('/bip39-english.txt' as never));
  return response.text();
}
