import type { Settings } from '../kernel/settings.ts';
import { type Stored, UnreadableError } from '../kernel/stored.ts';
import type { StoredRecovery } from '../kernel/stored-recovery.ts';

export type ForgetOwner = ReturnType<typeof createForgetOwner>;

/**
 * Deletes everything that identifies the owner of this device's vaults. Stores a mark first. After
 * an interruption, the next start continues the deletion before it reads or creates anything.
 */
export function createForgetOwner(deps: {
  mark: Stored<boolean>;
  storedRecovery: Pick<StoredRecovery, 'deleteOwned'>;
  settings: Pick<Settings, 'load' | 'forgetOwner'>;
  /** Called before the data is deleted, so that nothing stores it again. */
  onForget: () => void;
}) {
  async function forget(): Promise<void> {
    deps.onForget();
    await deps.storedRecovery.deleteOwned();
    await deps.settings.forgetOwner();
    await deps.mark.clear();
  }

  return {
    /**
     * Deletes the owner's data. If the storage fails, throws its error, and the next start
     * continues the deletion.
     */
    async begin(): Promise<void> {
      await deps.mark.write(true);
      await forget();
    },

    async finish(): Promise<void> {
      if ((await deps.mark.read()) === undefined) return;
      try {
        await deps.settings.load();
      } catch (error) {
        // The start reports unreadable data. The mark stays until the data is readable or deleted.
        if (!(error instanceof UnreadableError)) throw error;
        await deps.storedRecovery.deleteOwned();
        return;
      }
      await forget();
    },
  };
}
