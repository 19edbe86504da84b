import { browser } from 'wxt/browser';
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';

/**
 * Wakes a stopped worker while a page's own code is still loading: the browser runs this script
 * before the modules. The worker closes the port.
 */
export default defineUnlistedScript(() => {
  const port = browser.runtime.connect({ name: 'wake' });
  // Reading the error keeps the browser from logging that the worker is gone.
  port.onDisconnect.addListener(() => void browser.runtime.lastError);
});
