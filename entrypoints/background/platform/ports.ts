import { type Browser, browser } from 'wxt/browser';

export type RuntimePort = Browser.runtime.Port;

/** Origin of a port: a web page's bridge, or a page of the extension. */
export function isOwnPage(port: RuntimePort): boolean {
  const { sender } = port;
  return (
    sender?.id === browser.runtime.id &&
    sender.url?.startsWith(browser.runtime.getURL('/')) === true &&
    sender.origin === new URL(browser.runtime.getURL('/')).origin
  );
}

/** The page has gone since. */
export function post(port: RuntimePort, message: unknown): void {
  try {
    port.postMessage(message);
  } catch {
    // The port closed meanwhile.
  }
}
