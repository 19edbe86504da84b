import { LOCK_SCREEN } from '../../../shared/messages/port-names.ts';
import type { SentSnapshot } from '../../../shared/messages/snapshot-form.ts';
import * as Type from '../../../shared/schema.ts';
import type { Stored } from '../kernel/stored.ts';
import { disposable } from '../kernel/stored-key.ts';

export const lockScreenKey = disposable('session', LOCK_SCREEN, Type.Unknown());

/**
 * Returns a function that stores a locked wallet's snapshot until the browser ends, so that pages
 * can show it while a worker starts. While the wallet is unlocked, the function deletes the stored
 * snapshot.
 */
export function createLockScreen(deps: {
  stored: Pick<Stored<unknown>, 'write' | 'clear'>;
  isLocked: () => boolean;
  snapshot: () => SentSnapshot;
}): () => void {
  /** The stored snapshot as text; undefined while a former worker's snapshot may be stored. */
  let kept: string | undefined;
  return () => {
    // Leaves out requests of sites, because each would cost a write. The worker's answer includes
    // these requests.
    const snapshot = deps.isLocked()
      ? { ...deps.snapshot(), approvalIds: [], waitingSites: [], slowedSites: [] }
      : undefined;
    const text = snapshot === undefined ? '' : JSON.stringify(snapshot);
    if (text === kept) return;
    kept = text;
    // Without a stored snapshot, a page waits for the worker.
    (snapshot === undefined ? deps.stored.clear() : deps.stored.write(snapshot)).catch(() => {
      kept = undefined;
    });
  };
}
