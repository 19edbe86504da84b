import { i18n } from '#i18n';
import type { Stored } from '../state/stored.ts';
import type { PendingSave } from '../state/stored-keys.ts';

export type PendingSaves = ReturnType<typeof createPendingSaves>;

/**
 * Records that a commit was sent until its outcome is known, also across the worker's death. Nothing
 * is sent again: the next read of the vault shows the outcome.
 */
export function createPendingSaves(deps: { stored: Stored<PendingSave>; onChange: () => void }) {
  let pending: PendingSave | undefined;
  /** True when the answer to the commit was lost, or the worker that sent it died. */
  let isUnknown = false;

  return {
    async restore(): Promise<void> {
      pending = await deps.stored.read();
      isUnknown = pending !== undefined;
    },
    async begin(revision: number): Promise<void> {
      pending = { revision };
      isUnknown = false;
      await deps.stored.write(pending);
    },
    /** Records that the answer was lost. The next read of the vault resolves it. */
    leaveUnknown(): void {
      isUnknown = pending !== undefined;
      deps.onChange();
    },
    /** Clears the record: the answer is known, or the server's newest vault was read. */
    async settle(): Promise<void> {
      if (pending === undefined) return;
      pending = undefined;
      isUnknown = false;
      await deps.stored.clear();
      deps.onChange();
    },
    /** Returns the sentence to show while it's unknown whether the last save arrived. */
    problem: (): string | undefined => (isUnknown ? i18n.t('vault.lastSaveUnknown') : undefined),
  };
}
