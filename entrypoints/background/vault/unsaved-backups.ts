import { backupsOf, mergeBackups } from '../../../shared/vault/backups.ts';
import type { VaultEdit } from '../../../shared/vault/edits.ts';
import type { PublicPayload, WalletBackup } from '../../../shared/vault/payload.ts';
import type { Stored } from '../state/stored.ts';
import type { UnsavedBackups as StoredBackups } from '../state/stored-keys.ts';

export type UnsavedBackups = ReturnType<typeof createUnsavedBackups>;

/**
 * Records of backups that aren't in the vault yet, because the save was cancelled or the server is
 * away. The next save of any kind brings them along. They name no secret and no address.
 */
export function createUnsavedBackups(deps: {
  stored: Stored<StoredBackups>;
  onChange: () => void;
}) {
  let unsaved: StoredBackups | undefined;

  const of = (accountId: string): readonly WalletBackup[] =>
    unsaved?.accountId === accountId ? unsaved.backups : [];

  return {
    async restore(): Promise<void> {
      unsaved = await deps.stored.read();
    },

    async add(accountId: string, backups: readonly WalletBackup[]): Promise<void> {
      unsaved = { accountId, backups: mergeBackups(of(accountId), backups) };
      await deps.stored.write(unsaved);
      deps.onChange();
    },

    /** Returns the edits that bring them into the vault. */
    edits(accountId: string): VaultEdit[] {
      const backups = of(accountId);
      return backups.length === 0 ? [] : [{ kind: 'record-backups', backups }];
    },

    /** Every record of a vault's wallets: the saved and the unsaved ones. */
    with: ({ accountId, backups, wallets }: PublicPayload): WalletBackup[] =>
      backupsOf(mergeBackups(backups, of(accountId)), wallets),

    /** The edits were saved. */
    async saved(edits: readonly VaultEdit[]): Promise<void> {
      const isOwn = edits.some(
        (edit) => edit.kind === 'record-backups' && edit.backups === unsaved?.backups,
      );
      // A record that was added meanwhile waits for the next save.
      if (!isOwn) return;
      unsaved = undefined;
      await deps.stored.clear();
      deps.onChange();
    },
  };
}
