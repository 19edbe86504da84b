import { browser } from 'wxt/browser';

/**
 * Shows pages of the extension in small windows, or in tabs if the browser opens no window. A page
 * is identified by its tab.
 */
export interface Windows {
  /** Opens a page (path with hash) and returns its tab's id. Rejects when nothing opens. */
  open(page: string): Promise<number>;
  /** Finds the tab that already shows a page, even if an earlier worker opened the tab. */
  find(page: string): Promise<number | undefined>;
  focus(tabId: number): Promise<boolean>;
  close(tabId: number): Promise<void>;
  onClosed(listener: (tabId: number) => void): void;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Size of most windows, as wide as the popup. */
const SIZE: Size = { width: 400, height: 640 };
/**
 * The browser draws its passkey dialog inside the window, and would clip the dialog in a narrower
 * window.
 */
const CEREMONY_SIZE: Size = { width: 540, height: 680 };

/** Returns a position in the middle of the active window; undefined without an active window. */
async function centred(size: Size): Promise<{ left: number; top: number } | undefined> {
  const { left, top, width, height, state } = await browser.windows.getLastFocused();
  const isPlaced = left !== undefined && top !== undefined && state !== 'minimized';
  if (!isPlaced || width === undefined || height === undefined) return undefined;
  return {
    left: Math.round(left + (width - size.width) / 2),
    top: Math.round(top + (height - size.height) / 2),
  };
}

async function openWindow(url: string, size: Size, position = {}): Promise<number | undefined> {
  const opened = await browser.windows.create({
    url,
    type: 'popup',
    focused: true,
    ...size,
    ...position,
  });
  return opened?.tabs?.[0]?.id;
}

async function openTab(url: string): Promise<number | undefined> {
  const { id } = await browser.tabs.create({ url, active: true });
  return id;
}

/** Runs attempts in order until one returns a tab. Rejects with the last error. */
async function firstOf(attempts: readonly (() => Promise<number | undefined>)[]): Promise<number> {
  let failure: unknown;
  for (const attempt of attempts) {
    try {
      const tabId = await attempt();
      if (tabId !== undefined) return tabId;
    } catch (error) {
      failure = error;
    }
  }
  throw new Error('the browser opened neither a window nor a tab', { cause: failure });
}

export function browserWindows(): Windows {
  return {
    open(page) {
      const url = browser.runtime.getURL(`/${page}` as never);
      const size = page.startsWith('ceremony.html') ? CEREMONY_SIZE : SIZE;
      return firstOf([
        // Chromium rejects a position with less than half of the window on a screen.
        async () => openWindow(url, size, await centred(size)),
        () => openWindow(url, size),
        () => openTab(url),
      ]);
    },
    async find(page) {
      const contexts = await browser.runtime.getContexts({ contextTypes: ['TAB'] });
      const url = browser.runtime.getURL('/') + page;
      return contexts.find(({ documentUrl }) => documentUrl === url)?.tabId;
    },
    async focus(tabId) {
      try {
        const tab = await browser.tabs.update(tabId, { active: true });
        if (tab === undefined) return false;
        await browser.windows.update(tab.windowId, { focused: true });
        return true;
      } catch {
        // The window is already closed.
        return false;
      }
    },
    close: (tabId) =>
      browser.tabs.remove(tabId).catch(() => {
        // The window may already be closed.
      }),
    onClosed: (listener) => browser.tabs.onRemoved.addListener(listener),
  };
}
