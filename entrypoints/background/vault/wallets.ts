import { getAddress } from 'viem';
import { hasAddressForm } from '../../../shared/chain/address-form.ts';
import { CondorError } from '../../../shared/errors.ts';
import type { HOLDING_CODES } from '../../../shared/messages/failure-codes.ts';
import type { AccountView, WalletView } from '../../../shared/messages/snapshot.ts';
import type { UserEdit } from '../../../shared/messages/vault-edits.ts';
import type { Clock } from '../../../shared/ports.ts';
import { coveredBy, type VaultEdit } from '../../../shared/vault/edits.ts';
import type { PublicPayload, PublicWallet, WalletAccount } from '../../../shared/vault/payload.ts';
import { MAX_WALLETS } from '../../../shared/wire/vault.ts';
import type { Signer } from '../signer/signer.ts';
import type { VaultSession } from './session.ts';
import { stampEdits } from './user-edits.ts';

/** Accounts of an imported phrase that are looked up in the vault. */
const SEARCHED_ACCOUNTS = 20;

export class WalletsError extends CondorError<
  (typeof HOLDING_CODES)[number] | 'too-many-wallets'
> {}

/** Throws `WalletsError` too-many when the vault has no room for so many more wallets. */
export function demandRoom(count: number, more: number): void {
  if (count + more > MAX_WALLETS) {
    throw new WalletsError('too-many-wallets', 'The vault has no room for more wallets.', {
      details: { most: MAX_WALLETS },
    });
  }
}

type AddWallet = Extract<VaultEdit, { kind: 'add-wallet' }>;

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
   * Returns the edit that adds a drafted secret to a vault with these wallets. Discards the draft when
   * the vault holds it.
   */
  function editOfDraft(
    held: readonly PublicWallet[],
    { draftId, name, accountNames }: { draftId: string; name: string; accountNames: string },
  ): AddWallet {
    const kind = deps.signer.draftKind(draftId);
    if (kind === undefined) {
      throw new WalletsError('draft-gone', 'The draft was discarded.');
    }
    const addresses = deps.signer.firstAddresses(draftId, SEARCHED_ACCOUNTS);
    if (isSecretHeld(held, kind, addresses)) {
      deps.signer.discardDraft(draftId);
      throw new WalletsError('duplicate-wallet', 'The vault holds this wallet.');
    }
    const accounts = accountsOfSecret(held, { kind, addresses, accountNames });
    const covered = coveredBy(held, kind, accounts);
    demandRoom(held.length - covered.length, 1);
    const at = deps.clock.now();
    return { kind: 'add-wallet', id: draftId, wallet: kind, name, accounts, at };
  }

  async function saveDraft(draftId: string, name: string, accountNames: string): Promise<void> {
    const edit = editOfDraft(wallets(), { draftId, name, accountNames });
    await deps.session.save({ purpose: 'save-wallet', edits: [edit] });
  }

  /** Returns the edit that adds what was typed. A secret becomes a draft of the signer. */
  function editOfTyped(
    held: readonly PublicWallet[],
    { name, typed, accountNames }: { name: string; typed: string; accountNames: string },
  ): AddWallet {
    const text = typed.trim();
    if (hasAddressForm(text)) return editOfWatched(held, name, text);
    const { draftId } = deps.signer.draftImport(text);
    return editOfDraft(held, { draftId, name, accountNames });
  }

  return {
    draftSeed: (words: 12 | 24) => {
      const { draftId, words: list } = deps.signer.draftSeed(words);
      return { draftId, words: list };
    },
    saveDraft,
    editOfDraft,
    editOfTyped,

    /** Imports a recovery phrase, a private key, or an address to watch. */
    async import(name: string, typed: string, accountNames: string): Promise<void> {
      const edit = editOfTyped(wallets(), { name, typed, accountNames });
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
      const used = wallet.accounts.map((account) => account.index ?? 0);
      let index = 0;
      while (used.includes(index)) index += 1;
      const address = deps.signer.addressAt(walletId, index);
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
    demandRoom(held.length, 1);
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

/**
 * True when the vault can already sign with all that a secret gives. A watched address doesn't count,
 * and neither does a single key of a phrase.
 */
function isSecretHeld(
  wallets: readonly PublicWallet[],
  kind: 'seed' | 'key',
  [first = '']: readonly string[],
): boolean {
  const able = wallets.filter((wallet) =>
    kind === 'seed' ? wallet.kind === 'seed' : wallet.kind !== 'watch',
  );
  return isHeld(able, first);
}

/** The first account of a secret, and further ones that the vault watches or holds single keys of. */
function accountsOfSecret(
  wallets: readonly PublicWallet[],
  secret: { kind: 'seed' | 'key'; addresses: readonly string[]; accountNames: string },
): WalletAccount[] {
  const { kind, addresses, accountNames } = secret;
  const isWanted = (address: string, index: number) =>
    index === 0 || coveredBy(wallets, kind, [{ address }]).length > 0;
  return addresses.flatMap((address, index) =>
    isWanted(address, index)
      ? [accountAt(wallets, { address, index: kind === 'seed' ? index : undefined, accountNames })]
      : [],
  );
}

/** A new account, under the name of the entry that it takes the place of. */
function accountAt(
  wallets: readonly PublicWallet[],
  account: { address: string; index: number | undefined; accountNames: string },
): WalletAccount {
  const { address, index, accountNames } = account;
  const [known] = coveredBy(wallets, 'seed', [{ address }]);
  return {
    address,
    name: known?.name ?? accountNames.replace('#', String((index ?? 0) + 1)),
    hidden: known?.accounts.every(({ hidden }) => hidden) ?? false,
    ...(index === undefined ? {} : { index }),
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
