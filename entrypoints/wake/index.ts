import { browser } from 'wxt/browser';
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { openEarly } from '../../components/hooks/early-port.ts';
import { LOCK_SCREEN, UI_PORT } from '../../shared/messages/port-names.ts';

/**
 * Connects a page to the worker, and reads the snapshot of a locked wallet, while the page's own
 * code is still loading: the browser runs this script before the styles and the modules.
 */
export default defineUnlistedScript(() => {
  const port = browser.runtime.connect({ name: UI_PORT });
  // Reading the error keeps the browser from logging that the worker is gone.
  port.onDisconnect.addListener(() => void browser.runtime.lastError);
  openEarly(window, port);
  window.condorLockScreen = browser.storage.session.get(LOCK_SCREEN);
});
