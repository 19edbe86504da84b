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

/** Opens the popup's activity page as a tab. */
export async function showActivity(): Promise<void> {
  await browser.tabs.create({ url: browser.runtime.getURL('/popup.html#activity') });
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
