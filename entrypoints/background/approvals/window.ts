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

  async function findOrOpen(): Promise<number> {
    const found = await windows.find(PAGE);
    return found !== undefined && (await windows.focus(found)) ? found : windows.open(PAGE);
  }

  windows.onClosed((closed) => {
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
      if (shown === current) shown = findOrOpen();
      await shown;
    },
    async close() {
      const windowId = await (shown ?? windows.find(PAGE));
      shown = undefined;
      if (windowId !== undefined) await windows.close(windowId);
    },
  };
}
