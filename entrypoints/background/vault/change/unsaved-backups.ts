import { backupsOf, mergeBackups } from '../../../../shared/vault/backups.ts';
import type { VaultEdit } from '../../../../shared/vault/edits.ts';
import type { PublicPayload, WalletBackup } from '../../../../shared/vault/payload.ts';
import type { Stored } from '../../kernel/stored.ts';
import { without, withRecord } from '../record/by-account.ts';
import type { UnsavedBackups as StoredBackups } from '../record/keys.ts';

export type UnsavedBackups = ReturnType<typeof createUnsavedBackups>;

/**
 * Records of backups that aren't in the vault yet, because the save was cancelled or the server
 * didn't respond. The next save of any kind includes them. They contain no secret and no address.
 */
export function createUnsavedBackups(deps: {
  stored: Stored<StoredBackups>;
  onChange: () => void;
}) {
  let unsaved: StoredBackups = [];

  const of = (accountId: string): readonly WalletBackup[] =>
    unsaved.find((row) => row.accountId === accountId)?.backups ?? [];

  return {
    async restore(): Promise<void> {
      unsaved = (await deps.stored.read()) ?? [];
    },

    async add(accountId: string, backups: readonly WalletBackup[]): Promise<void> {
      unsaved = withRecord(unsaved, { accountId, backups: mergeBackups(of(accountId), backups) });
      await deps.stored.write(unsaved);
      deps.onChange();
    },

    edits(accountId: string): VaultEdit[] {
      const backups = of(accountId);
      return backups.length === 0 ? [] : [{ kind: 'record-backups', backups }];
    },

    /** Returns every record about a vault's wallets, saved or unsaved. */
    with: ({ accountId, backups, wallets }: PublicPayload): WalletBackup[] =>
      backupsOf(mergeBackups(backups, of(accountId)), wallets),

    async saved(edits: readonly VaultEdit[]): Promise<void> {
      const savedRow = unsaved.find(({ backups }) =>
        edits.some((edit) => edit.kind === 'record-backups' && edit.backups === backups),
      );
      // A record that was added during the save waits for the next save.
      if (savedRow === undefined) return;
      unsaved = without(unsaved, savedRow.accountId);
      await (unsaved.length === 0 ? deps.stored.clear() : deps.stored.write(unsaved));
      deps.onChange();
    },
  };
}
