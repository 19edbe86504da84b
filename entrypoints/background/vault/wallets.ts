import { getAddress } from 'viem';
import { i18n } from '#i18n';
import { hasAddressForm } from '../../../shared/chain/address-form.ts';
import { CondorError } from '../../../shared/errors.ts';
import type { AccountView, WalletView } from '../../../shared/messages/snapshot.ts';
import type { UserEdit } from '../../../shared/messages/vault-edits.ts';
import type { Clock } from '../../../shared/ports.ts';
import type { PublicPayload, PublicWallet } from '../../../shared/vault/payload.ts';
import { MAX_WALLETS } from '../../../shared/wire/vault.ts';
import type { Signer } from '../signer/signer.ts';
import type { VaultSession } from './session.ts';
import { stampEdits } from './user-edits.ts';

export class WalletsError extends CondorError<
  'duplicate' | 'too-many' | 'draft-gone' | 'not-a-seed'
> {}

/** Throws `WalletsError` too-many when the vault has no room for so many more wallets. */
export function demandRoom(count: number, more: number): void {
  if (count + more > MAX_WALLETS) {
    throw new WalletsError('too-many', i18n.t('vault.aVaultHoldsAtMost', { most: MAX_WALLETS }));
  }
}

export type Wallets = ReturnType<typeof createWallets>;

/** Wallets of the vault: made, imported, and extended by accounts. Each change is one save. */
export function createWallets(deps: { session: VaultSession; signer: Signer; clock: Clock }) {
  const payload = (): PublicPayload | undefined => {
    const state = deps.session.state();
    return state.status === 'unlocked' ? state.payload : undefined;
  };

  const wallets = (): readonly PublicWallet[] => payload()?.wallets ?? [];

  async function saveDraft(draftId: string, name: string): Promise<void> {
    const kind = deps.signer.draftKind(draftId);
    if (kind === undefined) {
      throw new WalletsError('draft-gone', i18n.t('vault.theNewWalletWasDiscarded'));
    }
    const address = deps.signer.addressAt(draftId, 0);
    if (isHeld(wallets(), address)) {
      deps.signer.discardDraft(draftId);
      throw new WalletsError('duplicate', i18n.t('vault.thisWalletIsInThe'));
    }
    demandRoom(wallets().length, 1);
    const account = {
      address,
      name: i18n.t('vault.account', { number: 1 }),
      hidden: false,
      ...(kind === 'seed' ? { index: 0 } : {}),
    };
    const at = deps.clock.now();
    await deps.session.save({
      title: i18n.t('vault.saveTheNewWallet'),
      edits: [{ kind: 'add-wallet', id: draftId, wallet: kind, name, accounts: [account], at }],
    });
  }

  return {
    draftSeed: (words: 12 | 24) => {
      const { draftId, words: list } = deps.signer.draftSeed(words);
      return { draftId, words: list };
    },
    saveDraft,

    /** Imports a recovery phrase, a private key, or an address to watch. */
    async import(name: string, typed: string): Promise<void> {
      const text = typed.trim();
      if (hasAddressForm(text)) {
        await watch(name, text);
        return;
      }
      const { draftId } = deps.signer.draftImport(text);
      // A saved secret is a draft no more, and stays.
      await saveDraft(draftId, name).finally(() => deps.signer.discardDraft(draftId));
    },

    /** Imports the key of a keystore file (version 3). */
    async importKeystore(name: string, file: string, password: string): Promise<void> {
      const { draftId } = await deps.signer.draftKeystore(file, password);
      await saveDraft(draftId, name).finally(() => deps.signer.discardDraft(draftId));
    },

    /** Saves any number of changes with one prompt. */
    async save(asked: readonly UserEdit[]): Promise<void> {
      const current = payload();
      const edits = current === undefined ? [] : stampEdits(current, asked, deps.clock.now());
      if (edits.length > 0)
        await deps.session.save({ title: i18n.t('vault.saveTheChanges'), edits });
    },

    async addAccount(walletId: string): Promise<void> {
      const wallet = wallets().find((candidate) => candidate.id === walletId);
      if (wallet?.kind !== 'seed') {
        throw new WalletsError('not-a-seed', i18n.t('vault.onlyARecoveryPhraseHas'));
      }
      const index = Math.max(...wallet.accounts.map((account) => account.index ?? 0)) + 1;
      const account = {
        address: deps.signer.addressAt(walletId, index),
        index,
        name: i18n.t('vault.account', { number: index + 1 }),
        hidden: false,
      };
      const at = deps.clock.now();
      await deps.session.save({
        title: i18n.t('vault.addAnAccount'),
        edits: [{ kind: 'add-account', walletId, account, at }],
      });
    },

    /** Every visible account, in the order of the vault. */
    accounts: (): AccountView[] => accountsOf(wallets()),

    view: (): WalletView[] =>
      wallets().map((wallet) => ({
        id: wallet.id,
        name: wallet.name,
        kind: wallet.kind,
        accounts: accountsOf([wallet]),
        hidden: accountsOf([wallet], true),
      })),
  };

  async function watch(name: string, typed: string): Promise<void> {
    const address = getAddress(typed);
    if (isHeld(wallets(), address)) {
      throw new WalletsError('duplicate', i18n.t('vault.thisAccountIsInThe'));
    }
    demandRoom(wallets().length, 1);
    const at = deps.clock.now();
    const account = { address, name, hidden: false };
    const id = `watch-${address}`;
    await deps.session.save({
      title: i18n.t('vault.watchAnAddress'),
      edits: [{ kind: 'add-wallet', id, wallet: 'watch', name, accounts: [account], at }],
    });
  }
}

/** Hidden accounts count too: they are in the vault. */
function isHeld(wallets: readonly PublicWallet[], address: string): boolean {
  return wallets.some(({ accounts }) => accounts.some((account) => account.address === address));
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
