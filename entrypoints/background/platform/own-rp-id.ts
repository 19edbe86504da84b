import { browser } from 'wxt/browser';

/**
 * Returns the rpId for passkeys of this extension alone; `undefined` if the browser doesn't support
 * passkeys for extensions. Chromium uses the extension's origin when `rp.id` is missing; Firefox
 * refuses a missing `rp.id`.
 */
export function ownRpId(): string | undefined {
  const { protocol, host } = new URL(browser.runtime.getURL('/'));
  return protocol === 'chrome-extension:' ? `${protocol}//${host}` : undefined;
}
