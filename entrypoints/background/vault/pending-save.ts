import { i18n } from '#i18n';
import type { Stored } from '../state/stored.ts';
import type { PendingSave } from '../state/stored-keys.ts';

export type PendingSaves = ReturnType<typeof createPendingSaves>;

/**
 * Remembers that a commit was sent and not yet settled, so that a worker which dies in between does
 * not leave the user guessing. Nothing is sent again: the next reading of the vault settles it.
 */
export function createPendingSaves(deps: { stored: Stored<PendingSave>; onChange: () => void }) {
  let pending: PendingSave | undefined;
  /** True for a commit that an earlier worker sent. */
  let isInterrupted = false;

  return {
    async restore(): Promise<void> {
      pending = await deps.stored.read();
      isInterrupted = pending !== undefined;
    },
    async begin(revision: number): Promise<void> {
      pending = { revision };
      isInterrupted = false;
      await deps.stored.write(pending);
    },
    /** The answer is known, or the server's newest vault was read. */
    async settle(): Promise<void> {
      if (pending === undefined) return;
      pending = undefined;
      isInterrupted = false;
      await deps.stored.clear();
      deps.onChange();
    },
    /** The sentence to show while nobody knows whether the last save arrived. */
    problem: (): string | undefined =>
      isInterrupted ? i18n.t('vault.condorWasInterruptedWhileIt') : undefined,
  };
}
