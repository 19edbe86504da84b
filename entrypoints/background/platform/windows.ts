import { browser } from 'wxt/browser';

/** Opens pages of the extension in small windows of their own. */
export interface Windows {
  /** Opens a page (path with hash) and answers the window's id. */
  open(page: string): Promise<number>;
  /** The window that shows a page already, opened perhaps by a worker that has died since. */
  find(page: string): Promise<number | undefined>;
  focus(windowId: number): Promise<boolean>;
  close(windowId: number): Promise<void>;
  onClosed(listener: (windowId: number) => void): void;
}

const SIZE = { width: 400, height: 640 };

export function browserWindows(): Windows {
  return {
    async open(page) {
      const url = browser.runtime.getURL(`/${page}` as never);
      const opened = await browser.windows.create({ url, type: 'popup', focused: true, ...SIZE });
      if (opened?.id === undefined) throw new Error('the browser opened no window');
      return opened.id;
    },
    async find(page) {
      // Firefox has no such call: there a worker that was reborn opens a second window.
      if (!('getContexts' in browser.runtime)) return undefined;
      const contexts = await browser.runtime.getContexts({ contextTypes: ['TAB'] });
      const url = browser.runtime.getURL('/') + page;
      return contexts.find(({ documentUrl }) => documentUrl === url)?.windowId;
    },
    focus: (windowId) =>
      browser.windows.update(windowId, { focused: true }).then(
        () => true,
        () => false,
      ),
    close: (windowId) =>
      browser.windows.remove(windowId).catch(() => {
        // The user closed it first.
      }),
    onClosed: (listener) => browser.windows.onRemoved.addListener(listener),
  };
}
