import { isSameAddress } from '../../../shared/is-same-address.ts';
import type { Clock } from '../../../shared/ports.ts';
import { coveredBy, type VaultEdit } from '../../../shared/vault/edits.ts';
import type { PublicPayload, PublicWallet, WalletBackup } from '../../../shared/vault/payload.ts';
import type { Aead } from '../../../shared/vault/payload-cipher.ts';
import {
  openRecovery,
  type RecoveryContents,
  RecoveryError,
} from '../../../shared/vault/recovery.ts';
import type { Signer } from '../signer/signer.ts';
import { ensureWalletRoom } from './change/wallet-room.ts';
import type { AddWallet } from './new-wallets.ts';

type RecoveredWallet = RecoveryContents['wallets'][number];
/** The part of a vault that a recovery file is compared with. */
type Held = Pick<PublicPayload, 'wallets' | 'contacts' | 'backups'>;

interface RestoreDeps {
  readonly signer: Signer;
  readonly aead: Aead;
  readonly clock: Clock;
}

export interface RecoveryFile {
  readonly text: string;
  readonly code: string;
}

/** Numbers of wallets: `added` by a restore, and `known` to the vault before. */
export interface Restored {
  readonly added: number;
  readonly known: number;
}

/**
 * Runs `save` with edits that add the items that `current` lacks. Until the save, the secrets of
 * these items are drafts of the signer.
 */
export async function restoreInto(
  deps: RestoreDeps,
  restore: {
    readonly current: Held;
    readonly file: RecoveryFile;
    readonly save: (edits: readonly VaultEdit[]) => Promise<void>;
  },
): Promise<Restored> {
  const { signer, clock, aead } = deps;
  const { current, file, save } = restore;
  const { contents, createdAt } = await openRecovery({ ...file, aead });
  const at = clock.now();
  // Everything in the file is backed up, because the user has the file and its code.
  const fileAt = Math.min(createdAt, at);
  const backupOf = (walletId: string) => backupIn(contents, walletId, fileAt);
  const missing = contents.wallets.filter((wallet) => !isCovered(wallet, current.wallets));
  const known = contents.wallets.filter((wallet) => !missing.includes(wallet));
  ensureRoomFor(missing, current.wallets);
  const drafts: string[] = [];
  try {
    const added = missing.map((wallet) => {
      const edit = editOf(wallet, { signer, at, backup: backupOf(wallet.id) });
      drafts.push(edit.id);
      return edit;
    });
    const contacts = contents.contacts
      .filter(({ address }) =>
        current.contacts.every((one) => !isSameAddress(one.address, address)),
      )
      .map(({ address, name }) => ({ kind: 'set-contact', address, name, at }) as const);
    const backups = known
      .flatMap((wallet) =>
        holdersOf(wallet, current.wallets).map(({ id: walletId }) => ({
          ...backupOf(wallet.id),
          walletId,
        })),
      )
      .filter((backup) => isNewBackup(backup, current.backups));
    const records: VaultEdit[] = backups.length === 0 ? [] : [{ kind: 'record-backups', backups }];
    await save([...added, ...contacts, ...records]);
    return { added: missing.length, known: known.length };
  } finally {
    // Discards only unsaved drafts. A saved secret is no longer a draft.
    for (const draft of drafts) signer.discardDraft(draft);
  }
}

/** Throws `WalletsError` `tooManyWallets` when the missing wallets don't fit into the vault. */
function ensureRoomFor(missing: readonly RecoveredWallet[], held: readonly PublicWallet[]): void {
  const covered = missing.flatMap(({ kind, accounts }) => coveredBy(held, kind, accounts));
  // A phrase that the vault already has takes no room: only its missing accounts are added.
  const places = missing.filter(({ kind, accounts }) =>
    held.every(
      (wallet) => wallet.kind !== kind || wallet.accounts[0]?.address !== accounts[0]?.address,
    ),
  );
  ensureWalletRoom(held.length - new Set(covered).size + places.length);
}

/** Returns the edit that adds a wallet of the file. Its secret becomes a draft of the signer. */
function editOf(
  { id, kind, name, accounts, secret }: RecoveredWallet,
  options: { signer: Signer; at: number; backup: Omit<WalletBackup, 'walletId'> },
): AddWallet {
  const { signer, at, backup } = options;
  if (kind === 'watch' || secret === undefined) {
    return { kind: 'add-wallet', id, wallet: 'watch', name, accounts, at, backup };
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

/** Returns true when the vault can already do everything that this wallet of the file can. */
function isCovered(wallet: RecoveredWallet, wallets: readonly PublicWallet[]): boolean {
  const able = wallets.filter(({ kind }) =>
    wallet.kind === 'seed' ? kind === 'seed' : wallet.kind === 'watch' || kind !== 'watch',
  );
  const held = able.flatMap(({ accounts }) => accounts);
  return wallet.accounts.every(({ address }) =>
    held.some((account) => isSameAddress(account.address, address)),
  );
}

/** Returns wallets that have the first account of a wallet in the file and can sign for it. */
function holdersOf(
  { kind, accounts }: RecoveredWallet,
  wallets: readonly PublicWallet[],
): PublicWallet[] {
  const first = accounts[0]?.address ?? '';
  return wallets.filter(
    (wallet) =>
      // A file with one account's key isn't a backup of the whole phrase.
      wallet.kind === kind && wallet.accounts.some(({ address }) => isSameAddress(address, first)),
  );
}

/** Returns the backup record of a wallet that was restored from a file created at this time. */
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
