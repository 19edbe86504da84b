import { getAddress } from 'viem';
import { hasAddressForm } from '../../../shared/chain/address-form.ts';
import { MAX_OFFERED } from '../../../shared/messages/max-offered.ts';
import type { AccountView, WalletView } from '../../../shared/messages/snapshot.ts';
import type { UserEdit } from '../../../shared/messages/vault-edits.ts';
import type { OfferedAccount } from '../../../shared/messages/wallet-answers.ts';
import type { ChosenAccount } from '../../../shared/messages/wallet-api.ts';
import type { Clock } from '../../../shared/ports.ts';
import { coveredBy, type VaultEdit } from '../../../shared/vault/edits.ts';
import type {
  AccountPlace,
  PublicPayload,
  PublicWallet,
  WalletAccount,
} from '../../../shared/vault/payload.ts';
import type { Signer } from '../signer/signer.ts';
import { stampEdits } from './change/user-edits.ts';
import { ensureWalletRoom, WalletsError } from './change/wallet-room.ts';
import { isSamePlace, offeredPlaces } from './offered-accounts.ts';
import type { VaultSession } from './session.ts';

/** The account of a phrase that is imported without a choice. */
const FIRST: readonly AccountPlace[] = [{ index: 0 }];

type AddWallet = Extract<VaultEdit, { kind: 'add-wallet' }>;

/** A drafted secret, the names of its wallet and new accounts, and the accounts that the user chose. */
interface Draft {
  readonly draftId: string;
  readonly name: string;
  readonly accountNames: string;
  readonly accounts?: readonly ChosenAccount[] | undefined;
}

export type Wallets = ReturnType<typeof createWallets>;

/**
 * Wallets of the vault: made, imported, and extended by accounts. Each change is one save.
 * `accountNames` names new accounts; its `#` becomes the account's number.
 */
export function createWallets(deps: { session: VaultSession; signer: Signer; clock: Clock }) {
  const payload = (): PublicPayload | undefined => {
    const state = deps.session.state();
    return state.status === 'unlocked' ? state.payload : undefined;
  };

  const wallets = (): readonly PublicWallet[] => payload()?.wallets ?? [];

  /**
   * Returns the edit that adds a drafted secret to a vault with these wallets. Adds further accounts to
   * a phrase that the vault holds. Discards the draft when the vault holds all of it.
   */
  function editOfDraft(held: readonly PublicWallet[], draft: Draft): AddWallet {
    const { draftId, name } = draft;
    const kind = deps.signer.draftKind(draftId);
    if (kind === undefined) {
      throw new WalletsError('draft-gone', 'The draft was discarded.');
    }
    const known = deps.signer.walletOfDraft(draftId);
    const accounts = (
      kind === 'seed' ? accountsOfPhrase(held, draft) : [accountOfKey(held, draft)]
    ).filter(({ address }) => !isHeld(ableTo(kind, held), address));
    if (accounts.length === 0) {
      deps.signer.discardDraft(draftId);
      throw new WalletsError('duplicate-wallet', 'The vault holds this wallet.');
    }
    if (known !== undefined) deps.signer.discardDraft(draftId);
    const covered = coveredBy(held, kind, accounts);
    ensureWalletRoom(held.length - covered.length + (known === undefined ? 1 : 0));
    const at = deps.clock.now();
    return { kind: 'add-wallet', id: known ?? draftId, wallet: kind, name, accounts, at };
  }

  /** Chosen accounts of a phrase, and further ones that the vault watches or holds single keys of. */
  function accountsOfPhrase(
    held: readonly PublicWallet[],
    { draftId, accountNames, accounts }: Draft,
  ): WalletAccount[] {
    const chosen: readonly (AccountPlace & { name?: string })[] = accounts ?? FIRST;
    // Only watched addresses and single keys can be covered.
    const searched = held.some(({ kind }) => kind !== 'seed') ? offeredPlaces(MAX_OFFERED) : [];
    const places = [
      ...chosen,
      ...searched.filter((place) => !chosen.some((one) => isSamePlace(one, place))),
    ];
    const addresses = deps.signer.addressesAt(draftId, places);
    return places.flatMap((place, at) => {
      const address = addresses[at] ?? '';
      const isWanted = at < chosen.length || coveredBy(held, 'seed', [{ address }]).length > 0;
      return isWanted ? [accountAt(held, { ...place, address, accountNames })] : [];
    });
  }

  function accountOfKey(held: readonly PublicWallet[], { draftId, accountNames }: Draft) {
    return accountAt(held, { address: deps.signer.addressAt(draftId, {}), accountNames });
  }

  async function saveDraft(draftId: string, name: string, accountNames: string): Promise<void> {
    const edit = editOfDraft(wallets(), { draftId, name, accountNames });
    await deps.session.save({ purpose: 'save-wallet', edits: [edit] });
  }

  /** Returns the edit that adds what was typed. A secret becomes a draft of the signer. */
  function editOfTyped(
    held: readonly PublicWallet[],
    { typed, ...names }: Omit<Draft, 'draftId'> & { typed: string },
  ): AddWallet {
    const text = typed.trim();
    if (hasAddressForm(text)) return editOfWatched(held, names.name, text);
    const { draftId, kind } = deps.signer.draftImport(text);
    const edit = editOfDraft(held, { draftId, ...names });
    // A user who types a phrase has it.
    return kind === 'seed' ? { ...edit, backup: { phraseAt: edit.at } } : edit;
  }

  return {
    draftSeed: (words: 12 | 24) => {
      const { draftId, words: list } = deps.signer.draftSeed(words);
      return { draftId, words: list };
    },
    saveDraft,
    editOfDraft,
    editOfTyped,

    /**
     * Returns the accounts of a typed phrase, `count` of each path; `null` for a key or an address.
     * Keeps nothing.
     */
    async preview(typed: string, count: number): Promise<OfferedAccount[] | null> {
      const text = typed.trim();
      if (hasAddressForm(text)) return null;
      await deps.signer.prepare();
      const { draftId, kind } = deps.signer.draftImport(text);
      try {
        if (kind === 'key') return null;
        const places = offeredPlaces(count);
        const phrases = ableTo('seed', wallets());
        return deps.signer.addressesAt(draftId, places).map((address, at) => ({
          ...places[at],
          address,
          isHeld: isHeld(phrases, address),
        }));
      } finally {
        deps.signer.discardDraft(draftId);
      }
    },

    /** Imports a recovery phrase, a private key, or an address to watch. */
    async import(
      name: string,
      typed: string,
      accountNames: string,
      accounts?: readonly ChosenAccount[],
    ): Promise<void> {
      const edit = editOfTyped(wallets(), { name, typed, accountNames, accounts });
      const purpose = edit.wallet === 'watch' ? 'watch-address' : 'save-wallet';
      // A saved secret is a draft no more, and stays.
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
        throw new WalletsError('not-a-seed', 'Only a recovery phrase has further accounts.');
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

    /** Every visible account, in the order of the vault. */
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

  function editOfWatched(held: readonly PublicWallet[], name: string, typed: string): AddWallet {
    const address = getAddress(typed);
    if (isHeld(held, address)) {
      throw new WalletsError('duplicate-account', 'The vault holds this account.');
    }
    ensureWalletRoom(held.length + 1);
    const at = deps.clock.now();
    const account = { address, name, hidden: false };
    const id = `watch-${address}`;
    return { kind: 'add-wallet', id, wallet: 'watch', name, accounts: [account], at };
  }
}

/** Hidden accounts count too: they are in the vault. */
function isHeld(wallets: readonly PublicWallet[], address: string): boolean {
  return wallets.some(({ accounts }) => accounts.some((account) => account.address === address));
}

/** Wallets whose accounts a secret adds nothing to: a phrase is more than single keys of it. */
function ableTo(kind: 'seed' | 'key', wallets: readonly PublicWallet[]): readonly PublicWallet[] {
  return wallets.filter((wallet) =>
    kind === 'seed' ? wallet.kind === 'seed' : wallet.kind !== 'watch',
  );
}

/** A new account, under the name of the entry that it takes the place of. */
function accountAt(
  wallets: readonly PublicWallet[],
  account: AccountPlace & { address: string; name?: string; accountNames: string },
): WalletAccount {
  const { address, index, path, accountNames } = account;
  const [known] = coveredBy(wallets, 'seed', [{ address }]);
  return {
    address,
    name: known?.name ?? account.name ?? accountNames.replace('#', String((index ?? 0) + 1)),
    hidden: known?.accounts.every(({ hidden }) => hidden) ?? false,
    ...(index === undefined ? {} : { index }),
    ...(path === undefined ? {} : { path }),
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
