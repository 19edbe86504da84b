import { isSameAddress } from '../../../shared/is-same-address.ts';
import type { Clock, Random } from '../../../shared/ports.ts';
import { coveredBy, type VaultEdit } from '../../../shared/vault/edits.ts';
import {
  PAYLOAD_SCHEMA,
  type PublicPayload,
  type PublicWallet,
  type WalletBackup,
} from '../../../shared/vault/payload.ts';
import type { Aead } from '../../../shared/vault/payload-cipher.ts';
import {
  openRecovery,
  type RecoveryContents,
  RecoveryError,
  sealRecovery,
} from '../../../shared/vault/recovery.ts';
import { newRecoveryCode } from '../../../shared/vault/recovery-code.ts';
import type { RevealedSecret, Signer } from '../signer/signer.ts';
import type { UnsavedBackups } from './change/unsaved-backups.ts';
import { ensureWalletRoom } from './change/wallet-room.ts';
import type { Passkeys } from './passkeys.ts';
import type { VaultSession } from './session.ts';

/** True when the vault can do everything that a wallet of the file can. */
function isCovered(wallet: RecoveredWallet, wallets: readonly PublicWallet[]): boolean {
  const able = wallets.filter(({ kind }) =>
    wallet.kind === 'seed' ? kind === 'seed' : wallet.kind === 'watch' || kind !== 'watch',
  );
  const held = able.flatMap(({ accounts }) => accounts);
  return wallet.accounts.every(({ address }) =>
    held.some((account) => isSameAddress(account.address, address)),
  );
}

/** Returns wallets that have the first account of a wallet of the file and can sign for it. */
function holdersOf(
  { kind, accounts }: RecoveredWallet,
  wallets: readonly PublicWallet[],
): PublicWallet[] {
  const first = accounts[0]?.address ?? '';
  return wallets.filter(
    (wallet) =>
      // A file with the key of one account isn't a backup of the whole phrase.
      wallet.kind === kind && wallet.accounts.some(({ address }) => isSameAddress(address, first)),
  );
}

/** Returns the backup of a wallet that was restored from a file of this time. */
function backupIn(
  { backups }: RecoveryContents,
  walletId: string,
  fileAt: number,
): Omit<WalletBackup, 'walletId'> {
  const phraseAt = backups.find((backup) => backup.walletId === walletId)?.phraseAt;
  return phraseAt === undefined ? { fileAt } : { fileAt, phraseAt };
}

function isNewBackup({ walletId, fileAt = 0 }: WalletBackup, known: readonly WalletBackup[]) {
  return known.every((backup) => backup.walletId !== walletId || (backup.fileAt ?? -1) < fileAt);
}

type RecoveredWallet = RecoveryContents['wallets'][number];

export type Backup = ReturnType<typeof createBackup>;

/** Secrets on their way out and back: shown to the user, written to a file, restored from one. */
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
  /** The newest file of this worker, and the wallets in it. */
  let made: { readonly madeAt: number; readonly walletIds: readonly string[] } | undefined;

  const payload = (): PublicPayload => deps.session.unlocked().payload;

  /** Records backups on this device, then in the vault, where other devices find them. */
  async function record(backups: readonly WalletBackup[]): Promise<void> {
    const { accountId } = payload();
    await unsavedBackups.add(accountId, backups);
    try {
      await deps.session.save({ purpose: 'record-backup', edits: [] });
    } catch {
      // The backup exists anyway: the ceremony has shown the failure, and the next save brings the
      // record along.
    }
  }

  /** A wallet of the file as an edit; its secret becomes a draft of the signer. */
  function adopt(
    wallet: RecoveredWallet,
    backup: Omit<WalletBackup, 'walletId'>,
  ): Extract<VaultEdit, { kind: 'add-wallet' }> {
    const { kind, name, accounts, secret } = wallet;
    const at = deps.clock.now();
    if (kind === 'watch' || secret === undefined) {
      return { kind: 'add-wallet', id: wallet.id, wallet: 'watch', name, accounts, at, backup };
    }
    const { draftId } = signer.draftSecret(kind, secret);
    const isItsOwn = accounts.every(
      (account) => signer.addressAt(draftId, account) === account.address,
    );
    if (!isItsOwn) {
      signer.discardDraft(draftId);
      throw new RecoveryError(
        'recovered-wallet-differs',
        'A wallet of the file does not fit its key.',
      );
    }
    return { kind: 'add-wallet', id: draftId, wallet: kind, name, accounts, at, backup };
  }

  const parts = {
    /** The words or the key of one wallet, behind a fresh passkey prompt. */
    async reveal(walletId: string): Promise<RevealedSecret> {
      await deps.passkeys.confirm('show-secret');
      return signer.reveal(walletId);
    },

    /** A recovery file with its code, behind a fresh passkey prompt. The code is kept nowhere. */
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

    /**
     * Runs `save` with the edits that bring what a recovery file holds and `current` does not. Secrets
     * are drafts of the signer until then.
     */
    async restoreInto(
      current: Pick<PublicPayload, 'wallets' | 'contacts' | 'backups'>,
      file: { text: string; code: string },
      save: (edits: readonly VaultEdit[]) => Promise<void>,
    ): Promise<{ added: number; known: number }> {
      const { contents, createdAt } = await openRecovery({ ...file, aead: deps.aead });
      // The user has the file and its code, so everything in it is backed up.
      const fileAt = Math.min(createdAt, deps.clock.now());
      const backupOf = (walletId: string) => backupIn(contents, walletId, fileAt);
      const missing = contents.wallets.filter((wallet) => !isCovered(wallet, current.wallets));
      const covered = missing.flatMap(({ kind, accounts }) =>
        coveredBy(current.wallets, kind, accounts),
      );
      // A phrase that the vault holds with fewer accounts gets the others and needs no new place.
      const places = missing.filter(({ kind, accounts }) =>
        current.wallets.every(
          (wallet) => wallet.kind !== kind || wallet.accounts[0]?.address !== accounts[0]?.address,
        ),
      );
      ensureWalletRoom(current.wallets.length - new Set(covered).size + places.length);
      const drafts: string[] = [];
      try {
        const added = missing.map((wallet) => {
          const edit = adopt(wallet, backupOf(wallet.id));
          drafts.push(edit.id);
          return edit;
        });
        const at = deps.clock.now();
        const contacts = contents.contacts
          .filter(({ address }) =>
            current.contacts.every((known) => !isSameAddress(known.address, address)),
          )
          .map(({ address, name }) => ({ kind: 'set-contact', address, name, at }) as const);
        const covered = contents.wallets
          .filter((wallet) => !missing.includes(wallet))
          .flatMap((wallet) =>
            holdersOf(wallet, current.wallets).map(({ id }) => ({
              ...backupOf(wallet.id),
              walletId: id,
            })),
          )
          .filter((backup) => isNewBackup(backup, current.backups));
        const records: VaultEdit[] =
          covered.length === 0 ? [] : [{ kind: 'record-backups', backups: covered }];
        await save([...added, ...contacts, ...records]);
        return { added: missing.length, known: contents.wallets.length - missing.length };
      } finally {
        // Saved ones are drafts no more, and stay.
        for (const draft of drafts) signer.discardDraft(draft);
      }
    },
  };

  return {
    ...parts,

    /** The user has typed words of a wallet's recovery phrase. */
    async phraseConfirmed(walletId: string): Promise<void> {
      await record([{ walletId, phraseAt: deps.clock.now() }]);
    },

    /** The user has saved a recovery file that was made at this time. */
    async fileSaved(madeAt: number): Promise<void> {
      const fileAt = Math.min(madeAt, deps.clock.now());
      const walletIds =
        made?.madeAt === madeAt
          ? made.walletIds
          : payload().wallets.flatMap(({ id, addedAt }) => (addedAt <= fileAt ? [id] : []));
      await record(walletIds.map((walletId) => ({ walletId, fileAt })));
    },

    /** Adds what a recovery file holds and the vault does not, in one save. */
    restore: (text: string, code: string): Promise<{ added: number; known: number }> =>
      parts.restoreInto(payload(), { text, code }, async (edits) => {
        if (edits.length > 0) await deps.session.save({ purpose: 'restore-wallets', edits });
      }),
  };
}
