import type { Stored } from '../kernel/stored.ts';
import type { Windows } from '../platform/windows.ts';

const PAGE = 'approval.html';

export interface ApprovalWindow {
  /** Opens the only approval window, or brings it to the front. */
  show(): Promise<void>;
  /** Opens the window if it isn't open. Doesn't move an open window. */
  showMissing(): Promise<void>;
  /** Closes the window without rejecting anything. */
  close(): Promise<void>;
}

/**
 * Keeps one window for all requests, even across the worker's death. Closing the window rejects all
 * its requests, even if no worker was running.
 */
export function createApprovalWindow(deps: {
  windows: Windows;
  /** Tab of the last opened window. When the window closes, only this id identifies it. */
  opened: Stored<number>;
  onClosedByUser: () => void;
}): ApprovalWindow {
  const { windows } = deps;
  /** Tab of the window that shows requests, as far as this worker knows. */
  let known: number | undefined;
  /** Resolves with the window's tab. Requests that arrive together share the promise. */
  let shown: Promise<number> | undefined;
  /** Resolves when the window has closed. A closing window must not show a new request. */
  let closing: Promise<void> = Promise.resolve();
  /** Tabs that the browser still reports shortly after it agreed to close them. */
  const leaving = new Set<number>();

  async function findOrOpen(): Promise<number> {
    await closing;
    const found = await windows.find(PAGE);
    if (found !== undefined && !leaving.has(found)) {
      known = found;
      if (await windows.focus(found)) return found;
    }
    const opened = await windows.open(PAGE);
    known = opened;
    // Without this id, the wallet misses only a close that happens while no worker runs.
    await deps.opened.write(opened).catch(() => undefined);
    return opened;
  }

  async function closeNow(current: Promise<number> | undefined): Promise<void> {
    const tabId = await (current ?? windows.find(PAGE));
    if (tabId === undefined) return;
    leaving.add(tabId);
    await windows.close(tabId);
  }

  function openAnew(): void {
    const opening = findOrOpen();
    shown = opening;
    opening.catch(() => {
      if (shown === opening) shown = undefined;
    });
  }

  async function isKnown(tabId: number): Promise<boolean> {
    return tabId === (known ?? (await deps.opened.read().catch(() => undefined)));
  }

  windows.onClosed(async (closed) => {
    if (leaving.delete(closed) || !(await isKnown(closed))) return;
    const current = shown;
    if (known === closed) known = undefined;
    deps.onClosedByUser();
    const tabId = await current?.catch(() => undefined);
    if (tabId === closed && shown === current) shown = undefined;
  });

  async function show(): Promise<void> {
    const current = shown;
    const isThere = current !== undefined && (await windows.focus(await current));
    if (isThere) return;
    if (shown === current) openAnew();
    await shown;
  }

  return {
    show,
    async showMissing() {
      if ((await windows.find(PAGE)) === undefined) await show();
    },
    close() {
      const current = shown;
      shown = undefined;
      const before = closing;
      closing = before.then(() => closeNow(current)).catch(() => undefined);
      return closing;
    },
  };
}
