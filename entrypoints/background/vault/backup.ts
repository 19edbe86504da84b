import type { Clock, Random } from '../../../shared/ports.ts';
import { coveredBy, type VaultEdit } from '../../../shared/vault/edits.ts';
import type { PublicPayload, PublicWallet } from '../../../shared/vault/payload.ts';
import type { Aead } from '../../../shared/vault/payload-cipher.ts';
import {
  openRecovery,
  type RecoveryContents,
  RecoveryError,
  sealRecovery,
} from '../../../shared/vault/recovery.ts';
import { newRecoveryCode } from '../../../shared/vault/recovery-code.ts';
import type { RevealedSecret, Signer } from '../signer/signer.ts';
import { LockedError } from './errors.ts';
import type { Passkeys } from './passkeys.ts';
import type { VaultSession } from './session.ts';
import { demandRoom } from './wallets.ts';

/** True when the vault can do everything that a wallet of the file can. */
function isCovered(wallet: RecoveredWallet, wallets: readonly PublicWallet[]): boolean {
  const able = wallets.filter(({ kind }) =>
    wallet.kind === 'seed' ? kind === 'seed' : wallet.kind === 'watch' || kind !== 'watch',
  );
  const held = able.flatMap(({ accounts }) => accounts);
  return wallet.accounts.every(({ address }) =>
    held.some((account) => isSame(account.address, address)),
  );
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

type RecoveredWallet = RecoveryContents['wallets'][number];

export type Backup = ReturnType<typeof createBackup>;

/** Secrets on their way out and back: shown to the user, written to a file, restored from one. */
export function createBackup(deps: {
  session: VaultSession;
  passkeys: Passkeys;
  signer: Signer;
  aead: Aead;
  clock: Clock;
  random: Random;
}) {
  const { signer } = deps;

  const payload = (): PublicPayload => {
    const state = deps.session.state();
    if (state.status !== 'unlocked') throw new LockedError('locked', 'The wallet is locked.');
    return state.payload;
  };

  /** A wallet of the file as an edit; its secret becomes a draft of the signer. */
  function adopt(wallet: RecoveredWallet): Extract<VaultEdit, { kind: 'add-wallet' }> {
    const { kind, name, accounts, secret } = wallet;
    const at = deps.clock.now();
    if (kind === 'watch' || secret === undefined) {
      return { kind: 'add-wallet', id: wallet.id, wallet: 'watch', name, accounts, at };
    }
    const { draftId } = signer.draftSecret(kind, secret);
    const isItsOwn = accounts.every(
      ({ address, index = 0 }) => signer.addressAt(draftId, index) === address,
    );
    if (!isItsOwn) {
      signer.discardDraft(draftId);
      throw new RecoveryError(
        'recovered-wallet-differs',
        'A wallet of the file does not fit its key.',
      );
    }
    return { kind: 'add-wallet', id: draftId, wallet: kind, name, accounts, at };
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
      const { wallets, contacts, settings } = signer.withSecrets(payload());
      const code = newRecoveryCode(deps.random);
      const contents: RecoveryContents = { schema: 1, wallets, contacts, settings };
      const madeAt = deps.clock.now();
      const text = await sealRecovery({ ...deps, contents, code, createdAt: madeAt });
      return { text, code, madeAt };
    },

    /**
     * Runs `save` with the edits that bring what a recovery file holds and `current` does not. Secrets
     * are drafts of the signer until then.
     */
    async restoreInto(
      current: Pick<PublicPayload, 'wallets' | 'contacts'>,
      file: { text: string; code: string },
      save: (edits: readonly VaultEdit[]) => Promise<void>,
    ): Promise<{ added: number; known: number }> {
      const contents = await openRecovery({ ...file, aead: deps.aead });
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
      demandRoom(current.wallets.length - new Set(covered).size, places.length);
      const drafts: string[] = [];
      try {
        const added = missing.map((wallet) => {
          const edit = adopt(wallet);
          drafts.push(edit.id);
          return edit;
        });
        const at = deps.clock.now();
        const contacts = contents.contacts
          .filter(({ address }) =>
            current.contacts.every((known) => !isSame(known.address, address)),
          )
          .map(({ address, name }) => ({ kind: 'set-contact', address, name, at }) as const);
        await save([...added, ...contacts]);
        return { added: missing.length, known: contents.wallets.length - missing.length };
      } finally {
        // Saved ones are drafts no more, and stay.
        for (const draft of drafts) signer.discardDraft(draft);
      }
    },
  };

  return {
    ...parts,

    /** Adds what a recovery file holds and the vault does not, in one save. */
    restore: (text: string, code: string): Promise<{ added: number; known: number }> =>
      parts.restoreInto(payload(), { text, code }, async (edits) => {
        if (edits.length > 0) await deps.session.save({ purpose: 'restore-wallets', edits });
      }),
  };
}
