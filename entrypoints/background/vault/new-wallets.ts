import type { Address } from 'viem';
import { checksummed, typedAddressProblem } from '../../../shared/chain/address-checksum.ts';
import { hasAddressForm } from '../../../shared/chain/address-form.ts';
import { readReceiver } from '../../../shared/chain/typed-receiver.ts';
import type { ChosenAccount } from '../../../shared/messages/commands/import.ts';
import { MAX_OFFERED } from '../../../shared/messages/max-offered.ts';
import type { OfferedAccount } from '../../../shared/messages/wallet-answers.ts';
import type { Clock } from '../../../shared/ports.ts';
import { coveredBy, type VaultEdit } from '../../../shared/vault/edits.ts';
import type { AccountPlace, PublicWallet, WalletAccount } from '../../../shared/vault/payload.ts';
import { SecretFormatError } from '../signer/derivation.ts';
import type { Signer } from '../signer/signer.ts';
import { ensureWalletRoom, WalletsError } from './change/wallet-room.ts';
import { isSamePlace, offeredPlaces } from './offered-accounts.ts';

/** Account to import from a phrase if the user chooses none. */
const FIRST: readonly AccountPlace[] = [{ index: 0 }];

export type AddWallet = Extract<VaultEdit, { kind: 'add-wallet' }>;

/** A drafted secret with the names of its wallet and accounts, and the chosen accounts. */
interface Draft {
  readonly draftId: string;
  readonly name: string;
  readonly accountNames: string;
  readonly accounts?: readonly ChosenAccount[] | undefined;
}

export type NewWallets = ReturnType<typeof createNewWallets>;

/** Returns the edits that add wallets to a vault. */
export function createNewWallets({ signer, clock }: { signer: Signer; clock: Clock }) {
  /**
   * Returns the edit that adds a drafted secret to a vault with these wallets. If the vault already
   * has the phrase, the edit adds the missing accounts. If no account is missing, discards the
   * draft.
   */
  function editOfDraft(held: readonly PublicWallet[], draft: Draft): AddWallet {
    const { draftId, name } = draft;
    const kind = signer.draftKind(draftId);
    if (kind === undefined) {
      throw new WalletsError('draftGone');
    }
    const known = signer.walletOfDraft(draftId);
    const accounts = (
      kind === 'seed' ? accountsOfPhrase(held, draft) : [accountOfKey(held, draft)]
    ).filter(({ address }) => !isHeld(ableTo(kind, held), address));
    if (accounts.length === 0) {
      signer.discardDraft(draftId);
      throw new WalletsError('duplicateWallet');
    }
    if (known !== undefined) signer.discardDraft(draftId);
    const covered = coveredBy(held, kind, accounts);
    ensureWalletRoom(held.length - covered.length + (known === undefined ? 1 : 0));
    const at = clock.now();
    return { kind: 'add-wallet', id: known ?? draftId, wallet: kind, name, accounts, at };
  }

  /**
   * Returns the chosen accounts of a phrase, and its other accounts that the vault watches or holds
   * as single keys.
   */
  function accountsOfPhrase(
    held: readonly PublicWallet[],
    { draftId, accountNames, accounts }: Draft,
  ): WalletAccount[] {
    const chosen: readonly (AccountPlace & { name?: string })[] = accounts ?? FIRST;
    // A phrase can replace only watched addresses and single keys.
    const searched = held.some(({ kind }) => kind !== 'seed') ? offeredPlaces(MAX_OFFERED) : [];
    const places = [
      ...chosen,
      ...searched.filter((place) => !chosen.some((one) => isSamePlace(one, place))),
    ];
    const addresses = signer.addressesAt(draftId, places);
    return places.flatMap((place, at) => {
      const address = addresses[at] ?? '';
      const isWanted = at < chosen.length || coveredBy(held, 'seed', [{ address }]).length > 0;
      return isWanted ? [accountAt(held, { ...place, address, accountNames })] : [];
    });
  }

  function accountOfKey(held: readonly PublicWallet[], { draftId, accountNames }: Draft) {
    return accountAt(held, { address: signer.addressAt(draftId, {}), accountNames });
  }

  function editOfWatched(held: readonly PublicWallet[], name: string, typed: Address): AddWallet {
    if (typedAddressProblem(typed) === 'checksum')
      throw new SecretFormatError('badChecksum', 'The address has a wrong checksum.');
    const address = checksummed(typed);
    if (isHeld(held, address)) {
      throw new WalletsError('duplicateAccount');
    }
    ensureWalletRoom(held.length + 1);
    const at = clock.now();
    const account = { address, name, hidden: false };
    const id = `watch-${address}`;
    return { kind: 'add-wallet', id, wallet: 'watch', name, accounts: [account], at };
  }

  /** Returns the edit that adds a typed wallet. Its secret becomes a draft of the signer. */
  function editOfTyped(
    held: readonly PublicWallet[],
    { typed, ...names }: Omit<Draft, 'draftId'> & { typed: string },
  ): AddWallet {
    const { text } = readReceiver(typed);
    if (hasAddressForm(text)) return editOfWatched(held, names.name, text);
    const { draftId, kind } = signer.draftImport(typed);
    const edit = editOfDraft(held, { draftId, ...names });
    // A user who types a phrase has a backup of it.
    return kind === 'seed' ? { ...edit, backup: { phraseAt: edit.at } } : edit;
  }

  return {
    editOfDraft,
    editOfTyped,

    /**
     * Returns the accounts of a typed phrase, `count` of each path; `null` if a key or an address
     * was typed. Stores nothing.
     */
    async preview(
      held: readonly PublicWallet[],
      typed: string,
      count: number,
    ): Promise<OfferedAccount[] | null> {
      if (hasAddressForm(readReceiver(typed).text)) return null;
      await signer.prepare();
      const { draftId, kind } = signer.draftImport(typed);
      try {
        if (kind === 'key') return null;
        const places = offeredPlaces(count);
        const phrases = ableTo('seed', held);
        return signer.addressesAt(draftId, places).map((address, at) => ({
          ...places[at],
          address,
          isHeld: isHeld(phrases, address),
        }));
      } finally {
        signer.discardDraft(draftId);
      }
    },
  };
}

/** Returns true for an account in the vault, even if the account is hidden. */
function isHeld(wallets: readonly PublicWallet[], address: string): boolean {
  return wallets.some(({ accounts }) => accounts.some((account) => account.address === address));
}

/**
 * Returns the wallets that can replace a secret of this kind. A phrase can replace a key, but a key
 * can't replace a phrase.
 */
function ableTo(kind: 'seed' | 'key', wallets: readonly PublicWallet[]): readonly PublicWallet[] {
  return wallets.filter((wallet) =>
    kind === 'seed' ? wallet.kind === 'seed' : wallet.kind !== 'watch',
  );
}

/** Returns a new account with the name of the entry that it replaces. */
export function accountAt(
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
