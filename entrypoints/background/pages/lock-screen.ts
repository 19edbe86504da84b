import { LOCK_SCREEN } from '../../../shared/messages/port-names.ts';
import type { SentSnapshot } from '../../../shared/messages/snapshot-form.ts';
import * as Type from '../../../shared/schema.ts';
import type { Stored } from '../kernel/stored.ts';
import { disposable } from '../kernel/stored-key.ts';

/** Key of a locked wallet's snapshot. */
export const lockScreenKey = disposable('session', LOCK_SCREEN, Type.Unknown());

/**
 * Returns a function that keeps a locked wallet's snapshot, as long as the browser runs. Pages show
 * it while a stopped worker starts. An unlocked wallet keeps none.
 */
export function createLockScreen(deps: {
  stored: Pick<Stored<unknown>, 'write' | 'clear'>;
  isLocked: () => boolean;
  snapshot: () => SentSnapshot;
}): () => void {
  /** The kept snapshot as text; undefined while a former worker's can be kept. */
  let kept: string | undefined;
  return () => {
    // The worker's answer has the requests of sites; each of them would be a write.
    const snapshot = deps.isLocked()
      ? { ...deps.snapshot(), approvalIds: [], waitingSites: [], slowedSites: [] }
      : undefined;
    const text = snapshot === undefined ? '' : JSON.stringify(snapshot);
    if (text === kept) return;
    kept = text;
    // Without it, a page waits for the worker.
    (snapshot === undefined ? deps.stored.clear() : deps.stored.write(snapshot)).catch(() => {
      kept = undefined;
    });
  };
}
