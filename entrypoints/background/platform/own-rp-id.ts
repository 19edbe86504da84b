import { browser } from 'wxt/browser';

/**
 * Returns the rpId of passkeys that belong to this extension alone, or `undefined` where the browser
 * has none. Chromium uses the extension's origin when no `rp.id` is given; Firefox refuses that.
 */
export function ownRpId(): string | undefined {
  const { protocol, host } = new URL(browser.runtime.getURL('/'));
  return protocol === 'chrome-extension:' ? `${protocol}//${host}` : undefined;
}
