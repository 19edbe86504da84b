import type { Clock, Random } from '../../../shared/ports.ts';
import {
  PAYLOAD_SCHEMA,
  type PublicPayload,
  type WalletBackup,
} from '../../../shared/vault/payload.ts';
import type { Aead } from '../../../shared/vault/payload-cipher.ts';
import { sealRecovery } from '../../../shared/vault/recovery.ts';
import { newRecoveryCode } from '../../../shared/vault/recovery-code.ts';
import type { RevealedSecret, Signer } from '../signer/signer.ts';
import type { UnsavedBackups } from './change/unsaved-backups.ts';
import type { Passkeys } from './passkeys.ts';
import { type Restored, restoreInto } from './restore.ts';
import type { VaultSession } from './session.ts';

export type Backup = ReturnType<typeof createBackup>;

/**
 * Backs up and restores secrets: shows them to the user, or writes them to and reads them from a
 * file.
 */
export function createBackup(deps: {
  session: VaultSession;
  passkeys: Passkeys;
  unsavedBackups: UnsavedBackups;
  signer: Signer;
  aead: Aead;
  clock: Clock;
  random: Random;
}) {
  const { signer, unsavedBackups } = deps;
  /** The newest file that this worker made, and the wallets in it. */
  let made: { readonly madeAt: number; readonly walletIds: readonly string[] } | undefined;

  const payload = (): PublicPayload => deps.session.unlocked().payload;

  /** Records backups on this device, and then in the vault for other devices. */
  async function record(backups: readonly WalletBackup[]): Promise<void> {
    const { accountId } = payload();
    await unsavedBackups.add(accountId, backups);
    try {
      await deps.session.save({ purpose: 'record-backup', edits: [] });
    } catch {
      // The backup exists even if the save fails. The passkey window has shown the failure, and the
      // next save adds the record.
    }
  }

  return {
    /** Returns the words or the key of one wallet after a fresh passkey prompt. */
    async reveal(walletId: string): Promise<RevealedSecret> {
      await deps.passkeys.confirm('show-secret');
      return signer.reveal(walletId);
    },

    /** Returns a recovery file and its code after a fresh passkey prompt. The code isn't stored. */
    async recoveryFile(): Promise<{ text: string; code: string; madeAt: number }> {
      await deps.passkeys.confirm('make-recovery-file');
      const current = payload();
      const { contacts, settings } = current;
      const backups = unsavedBackups.with(current);
      const wallets = signer.walletsWithSecrets(current.wallets);
      const code = newRecoveryCode(deps.random);
      const contents = { schema: PAYLOAD_SCHEMA, wallets, contacts, settings, backups } as const;
      const madeAt = deps.clock.now();
      const text = await sealRecovery({ ...deps, contents, code, createdAt: madeAt });
      made = { madeAt, walletIds: wallets.map(({ id }) => id) };
      return { text, code, madeAt };
    },

    async phraseConfirmed(walletId: string): Promise<void> {
      await record([{ walletId, phraseAt: deps.clock.now() }]);
    },

    /** Called when the user has saved the recovery file that was made at this time. */
    async fileSaved(madeAt: number): Promise<void> {
      const fileAt = Math.min(madeAt, deps.clock.now());
      const walletIds =
        made?.madeAt === madeAt
          ? made.walletIds
          : payload().wallets.flatMap(({ id, addedAt }) => (addedAt <= fileAt ? [id] : []));
      await record(walletIds.map((walletId) => ({ walletId, fileAt })));
    },

    /** Adds the items of a recovery file that the vault doesn't have, in one save. */
    restore: (text: string, code: string): Promise<Restored> =>
      restoreInto(deps, {
        current: payload(),
        file: { text, code },
        async save(edits) {
          if (edits.length > 0) await deps.session.save({ purpose: 'restore-wallets', edits });
        },
      }),
  };
}
