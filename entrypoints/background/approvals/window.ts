import type { Windows } from '../platform/windows.ts';

const PAGE = 'approval.html';

export interface ApprovalWindow {
  /** Opens the one approval window, or brings it to the front. */
  show(): Promise<void>;
  /** Closes it without that being a rejection. */
  close(): Promise<void>;
}

/**
 * One window for all requests, reused, also the one that a worker opened before it died. Closing it
 * by hand rejects what it shows.
 */
export function createApprovalWindow(deps: {
  windows: Windows;
  onClosedByUser: () => void;
}): ApprovalWindow {
  const { windows } = deps;
  /** Settles with the window's id; requests that come together wait for the same one. */
  let shown: Promise<number> | undefined;
  /** A request that comes while the window goes away must not end up in it. */
  let closing: Promise<void> = Promise.resolve();
  /** The browser still finds a window for a moment after it agreed to close it. */
  const leaving = new Set<number>();

  async function findOrOpen(): Promise<number> {
    await closing;
    const found = await windows.find(PAGE);
    const isThere = found !== undefined && !leaving.has(found) && (await windows.focus(found));
    return isThere ? found : windows.open(PAGE);
  }

  async function closeNow(current: Promise<number> | undefined): Promise<void> {
    const windowId = await (current ?? windows.find(PAGE));
    if (windowId === undefined) return;
    leaving.add(windowId);
    await windows.close(windowId);
  }

  /** After a window failed to open, the next request opens another one. */
  function openAnew(): void {
    const opening = findOrOpen();
    shown = opening;
    opening.catch(() => {
      if (shown === opening) shown = undefined;
    });
  }

  windows.onClosed((closed) => {
    leaving.delete(closed);
    const current = shown;
    current?.then(
      (windowId) => {
        if (windowId !== closed || shown !== current) return;
        shown = undefined;
        deps.onClosedByUser();
      },
      () => undefined,
    );
  });

  return {
    async show() {
      const current = shown;
      const isThere = current !== undefined && (await windows.focus(await current));
      if (isThere) return;
      if (shown === current) openAnew();
      await shown;
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
