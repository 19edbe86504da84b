import { browser } from 'wxt/browser';
import { WAKE } from '../../../shared/messages/page.ts';

/** Reconnects every bridge that lost its worker, so that pages receive events again. */
export async function wakePages(): Promise<void> {
  const tabs = await browser.tabs.query({});
  await Promise.allSettled(
    // A tab without our bridge rejects the message.
    tabs.flatMap(({ id }) => (id === undefined ? [] : [browser.tabs.sendMessage(id, WAKE)])),
  );
}

/** Brings the tab with the activity page to the front. Opens a tab only if `mayOpen`. */
export async function showActivity(mayOpen: boolean): Promise<void> {
  const url = browser.runtime.getURL('/popup.html#activity');
  const contexts = await browser.runtime.getContexts({ contextTypes: ['TAB'] });
  const open = contexts.find(({ documentUrl }) => documentUrl === url);
  if (open !== undefined) await browser.tabs.update(open.tabId, { active: true });
  else if (mayOpen) await browser.tabs.create({ url });
}

/**
 * Opens a page of the extension (path with hash) in a tab. Reuses the desk's tab, because the desk
 * reacts to a changed hash.
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

/** Loads the bundled list of phishing sites from a file of the extension. */
export async function loadPhishingList(): Promise<unknown> {
  const response = await fetch(browser.runtime.getURL('/phishing.json' as never));
  return response.json();
}

/** Loads the English words of BIP-39. They are in a file, so that the worker stays small. */
export async function loadWords(): Promise<string> {
  const response = await fetch(browser.runtime.getURL('/bip39-english.txt' as never));
  return response.text();
}
