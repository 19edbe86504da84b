import type { WarningCode } from '../../../shared/messages/snapshot.ts';
import type { Stored } from '../state/stored.ts';
import type { PendingSave } from '../state/stored-keys.ts';

export type PendingSaves = ReturnType<typeof createPendingSaves>;

/**
 * Records that a commit was sent until its outcome is known, also across the worker's death. Nothing
 * is sent again: receipt and vault show the outcome.
 */
export function createPendingSaves(deps: { stored: Stored<PendingSave>; onChange: () => void }) {
  let pending: PendingSave | undefined;
  /** True when the answer to the commit was lost, or the worker that sent it died. */
  let isUnknown = false;
  /** True when the vault that was read after a lost answer doesn't contain the commit. */
  let isMissing = false;

  return {
    async restore(): Promise<void> {
      pending = await deps.stored.read();
      isUnknown = pending !== undefined;
    },
    async begin(sent: PendingSave): Promise<void> {
      pending = sent;
      isUnknown = false;
      isMissing = false;
      await deps.stored.write(sent);
    },
    /** Records that the answer was lost. The next read of the vault resolves it. */
    leaveUnknown(): void {
      isUnknown = pending !== undefined;
      deps.onChange();
    },
    /** The commit whose outcome is unknown, if there is one. */
    unknown: (): PendingSave | undefined => (isUnknown ? pending : undefined),
    /**
     * Clears the record: the answer is known, or the server's newest vault was read.
     * @param newest that vault's, when it was read.
     */
    async settle(newest?: { readonly revision: number; readonly digest: string }): Promise<void> {
      if (pending === undefined) return;
      const { revision, digest } = pending;
      isMissing =
        isUnknown &&
        newest !== undefined &&
        (newest.revision < revision || (newest.revision === revision && newest.digest !== digest));
      pending = undefined;
      isUnknown = false;
      await deps.stored.clear();
      deps.onChange();
    },
    /** What to show of the last save, while there is something to show. */
    problem: (): WarningCode | undefined =>
      isUnknown ? 'last-save-unknown' : isMissing ? 'last-save-missing' : undefined,
  };
}
