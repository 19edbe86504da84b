import type { Windows } from '../platform/windows.ts';

export interface ApprovalWindow {
  /** Opens the one approval window, or brings it to the front. */
  show(): Promise<void>;
  /** Closes it without that being a rejection. */
  close(): Promise<void>;
}

/** One window for all requests, reused. Closing it by hand rejects what it shows. */
export function createApprovalWindow(deps: {
  windows: Windows;
  onClosedByUser: () => void;
}): ApprovalWindow {
  let opening: Promise<number> | undefined;

  deps.windows.onClosed((closed) => {
    const current = opening;
    current?.then(
      (windowId) => {
        if (windowId !== closed || opening !== current) return;
        opening = undefined;
        deps.onClosedByUser();
      },
      () => undefined,
    );
  });

  return {
    async show() {
      const current = opening;
      if (current !== undefined && (await deps.windows.focus(await current))) return;
      opening = deps.windows.open('approval.html');
      await opening;
    },
    async close() {
      const current = opening;
      opening = undefined;
      if (current !== undefined) await deps.windows.close(await current);
    },
  };
}
