import { browser } from 'wxt/browser';

/** Opens pages of the extension in small windows of their own. */
export interface Windows {
  /** Opens a page (path with hash) and returns the window's id. */
  open(page: string): Promise<number>;
  /** Finds the window that already shows a page, perhaps opened by a worker that has died. */
  find(page: string): Promise<number | undefined>;
  focus(windowId: number): Promise<boolean>;
  close(windowId: number): Promise<void>;
  onClosed(listener: (windowId: number) => void): void;
}

/** Approval windows are as wide as the popup. */
const SIZE = { width: 400, height: 640 };
/** The browser draws its passkey dialog inside the window and would clip it in a narrower one. */
const CEREMONY_SIZE = { width: 540, height: 680 };

/** Returns a position in the middle of the active window; undefined without one. */
async function centred(size: { width: number; height: number }) {
  const { left, top, width, height } = await browser.windows
    .getLastFocused()
    .catch(() => ({ left: undefined, top: undefined, width: undefined, height: undefined }));
  if (left === undefined || top === undefined || width === undefined || height === undefined) {
    return {};
  }
  return {
    left: Math.max(0, Math.round(left + (width - size.width) / 2)),
    top: Math.max(0, Math.round(top + (height - size.height) / 2)),
  };
}

export function browserWindows(): Windows {
  return {
    async open(page) {
      const url = browser.runtime.getURL(`/${page}` as never);
      const size = page.startsWith('ceremony.html') ? CEREMONY_SIZE : SIZE;
      const opened = await browser.windows.create({
        url,
        type: 'popup',
        focused: true,
        ...size,
        ...(await centred(size)),
      });
      if (opened?.id === undefined) throw new Error('the browser opened no window');
      return opened.id;
    },
    async find(page) {
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
