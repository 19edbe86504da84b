import { browser } from 'wxt/browser';
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { openEarly } from '../../components/hooks/early-port.ts';
import { LOCK_SCREEN, UI_PORT } from '../../shared/messages/port-names.ts';

/**
 * Connects a page to the worker and reads a locked wallet's snapshot while the page's own code is
 * loading. The browser runs this script before styles and modules.
 */
export default defineUnlistedScript(() => {
  const port = browser.runtime.connect({ name: UI_PORT });
  // Reading the error prevents a log message about the missing worker.
  port.onDisconnect.addListener(() => void browser.runtime.lastError);
  openEarly(window, port);
  window.condorLockScreen = browser.storage.session.get(LOCK_SCREEN);
});
