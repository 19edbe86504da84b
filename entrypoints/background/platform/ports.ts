import { type Browser, browser } from 'wxt/browser';

export type RuntimePort = Browser.runtime.Port;

/** Returns true for a port of one of the extension's pages, false for a web page's bridge. */
export function isOwnPage(port: RuntimePort): boolean {
  const { sender } = port;
  return (
    sender?.id === browser.runtime.id &&
    sender.url?.startsWith(browser.runtime.getURL('/')) === true &&
    sender.origin === new URL(browser.runtime.getURL('/')).origin
  );
}

export function post(port: RuntimePort, message: unknown): void {
  try {
    port.postMessage(message);
  } catch {
    // The port was closed in the meantime.
  }
}
