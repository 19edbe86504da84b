import { browser } from 'wxt/browser';
import { WAKE } from '../../../shared/messages/page.ts';

/** Has every bridge that lost its worker connect again: pages hear of an unlock that way. */
export async function wakePages(): Promise<void> {
  const tabs = await browser.tabs.query({});
  await Promise.allSettled(
    // A tab without our bridge (a browser page) refuses, which is fine.
    tabs.flatMap(({ id }) => (id === undefined ? [] : [browser.tabs.sendMessage(id, WAKE)])),
  );
}

/** Brings the tab with the activity page to the front. Without one, opens it if it may. */
export async function showActivity(mayOpen: boolean): Promise<void> {
  const url = browser.runtime.getURL('/popup.html#activity');
  // Firefox has no such call: there each bundle opens a tab of its own.
  const contexts =
    'getContexts' in browser.runtime
      ? await browser.runtime.getContexts({ contextTypes: ['TAB'] })
      : [];
  const open = contexts.find(({ documentUrl }) => documentUrl === url);
  if (open !== undefined) await browser.tabs.update(open.tabId, { active: true });
  else if (mayOpen) await browser.tabs.create({ url });
}

/** The bundled list of phishing sites; a file of the extension itself. */
export async function loadPhishingList(): Promise<unknown> {
  const response = await fetch(browser.runtime.getURL('/phishing.json' as never));
  return response.json();
}

/** The English words of BIP-39; a file of the extension itself, so that the worker's code is smaller. */
export async function loadWords(): Promise<string> {
  const response = await fetch(browser.runtime.getURL('/bip39-english.txt' as never));
  return response.text();
}
