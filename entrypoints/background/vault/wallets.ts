import type { ChosenAccount } from '../../../shared/messages/commands/import.ts';
import type { AccountView, WalletView } from '../../../shared/messages/snapshot.ts';
import type { UserEdit } from '../../../shared/messages/vault-edits.ts';
import type { Clock } from '../../../shared/ports.ts';
import type { PublicPayload, PublicWallet } from '../../../shared/vault/payload.ts';
import type { Signer } from '../signer/signer.ts';
import { stampEdits } from './change/user-edits.ts';
import { WalletsError } from './change/wallet-room.ts';
import { accountAt, type NewWallets } from './new-wallets.ts';
import { isSamePlace } from './offered-accounts.ts';
import type { VaultSession } from './session.ts';

export type Wallets = ReturnType<typeof createWallets>;

/**
 * Creates and imports wallets, and adds accounts to them. Each change is one save. `accountNames`
 * is the pattern for new accounts' names; its `#` becomes the number.
 */
export function createWallets(deps: {
  session: VaultSession;
  signer: Signer;
  newWallets: NewWallets;
  clock: Clock;
}) {
  const { newWallets } = deps;
  const payload = (): PublicPayload | undefined => {
    const state = deps.session.state();
    return state.status === 'unlocked' ? state.payload : undefined;
  };

  const wallets = (): readonly PublicWallet[] => payload()?.wallets ?? [];

  async function saveDraft(draftId: string, name: string, accountNames: string): Promise<void> {
    const edit = newWallets.editOfDraft(wallets(), { draftId, name, accountNames });
    await deps.session.save({ purpose: 'save-wallet', edits: [edit] });
  }

  return {
    draftSeed: (words: 12 | 24) => {
      const { draftId, words: list } = deps.signer.draftSeed(words);
      return { draftId, words: list };
    },
    saveDraft,

    /** Returns the accounts of a typed phrase that can be imported; `null` for a key or an address. */
    preview: (typed: string, count: number) => newWallets.preview(wallets(), typed, count),

    async import(
      name: string,
      typed: string,
      accountNames: string,
      accounts?: readonly ChosenAccount[],
    ): Promise<void> {
      const edit = newWallets.editOfTyped(wallets(), { name, typed, accountNames, accounts });
      const purpose = edit.wallet === 'watch' ? 'watch-address' : 'save-wallet';
      // Discards only an unsaved secret. A saved secret is no longer a draft.
      await deps.session
        .save({ purpose, edits: [edit] })
        .finally(() => deps.signer.discardDraft(edit.id));
    },

    /** Imports the key of a keystore file (version 3). */
    async importKeystore(
      name: string,
      file: string,
      password: string,
      accountNames: string,
    ): Promise<void> {
      const { draftId } = await deps.signer.draftKeystore(file, password);
      await saveDraft(draftId, name, accountNames).finally(() => deps.signer.discardDraft(draftId));
    },

    /** Saves any number of changes with one prompt. */
    async save(asked: readonly UserEdit[]): Promise<void> {
      const current = payload();
      const edits = current === undefined ? [] : stampEdits(current, asked, deps.clock.now());
      if (edits.length > 0) await deps.session.save({ purpose: 'save-changes', edits });
    },

    async addAccount(walletId: string, accountNames: string): Promise<void> {
      const wallet = wallets().find((candidate) => candidate.id === walletId);
      if (wallet?.kind !== 'seed') {
        throw new WalletsError('notASeed');
      }
      let index = 0;
      while (wallet.accounts.some((account) => isSamePlace(account, { index }))) index += 1;
      const address = deps.signer.addressAt(walletId, { index });
      const account = accountAt(wallets(), { address, index, accountNames });
      const at = deps.clock.now();
      await deps.session.save({
        purpose: 'add-account',
        edits: [{ kind: 'add-account', walletId, account, at }],
      });
    },

    /** Returns every visible account, in the vault's order. */
    accounts: (): AccountView[] => accountsOf(wallets()),

    view: (): WalletView[] =>
      wallets().map((wallet) => ({
        id: wallet.id,
        name: wallet.name,
        kind: wallet.kind,
        addedAt: wallet.addedAt,
        accounts: accountsOf([wallet]),
        hidden: accountsOf([wallet], true),
      })),
  };
}

function accountsOf(wallets: readonly PublicWallet[], hidden = false): AccountView[] {
  return wallets.flatMap((wallet) =>
    wallet.accounts
      .filter((account) => account.hidden === hidden)
      .map((account) => ({
        address: account.address,
        name: wallet.accounts.length > 1 ? `${wallet.name} · ${account.name}` : wallet.name,
        ownName: account.name,
        walletId: wallet.id,
        kind: wallet.kind,
      })),
  );
}
