import type { Settings } from '../kernel/settings.ts';
import { type Stored, UnreadableError } from '../kernel/stored.ts';
import type { StoredRecovery } from '../kernel/stored-recovery.ts';

export type ForgetOwner = ReturnType<typeof createForgetOwner>;

/**
 * Deletes everything that identifies the owner of this device's vaults. A durable mark comes first,
 * so that an interrupted deletion continues at the next start, before anything is read or created.
 */
export function createForgetOwner(deps: {
  mark: Stored<boolean>;
  storedRecovery: Pick<StoredRecovery, 'deleteOwned'>;
  settings: Pick<Settings, 'load' | 'forgetOwner'>;
  /** Called before the data is deleted: nothing may store it again. */
  onForget: () => void;
}) {
  async function forget(): Promise<void> {
    deps.onForget();
    await deps.storedRecovery.deleteOwned();
    await deps.settings.forgetOwner();
    await deps.mark.clear();
  }

  return {
    /** Throws the storage's error; the next start continues the deletion. */
    async begin(): Promise<void> {
      await deps.mark.write(true);
      await forget();
    },

    /** Continues with a deletion that was interrupted. */
    async finish(): Promise<void> {
      if ((await deps.mark.read()) === undefined) return;
      try {
        await deps.settings.load();
      } catch (error) {
        // The start shows them, and the mark stays until they can be read or were deleted.
        if (!(error instanceof UnreadableError)) throw error;
        await deps.storedRecovery.deleteOwned();
        return;
      }
      await forget();
    },
  };
}
