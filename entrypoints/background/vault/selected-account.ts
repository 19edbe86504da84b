import type { Address } from 'viem';
import { CondorError } from '../../../shared/errors.ts';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import type { Settings } from '../kernel/settings.ts';
import type { Wallets } from './wallets.ts';

class NoAccountError extends CondorError<'noAccount'> {}
class OwnAccountError extends CondorError<'notPossible'> {}
class OtherAccountError extends CondorError<'otherAccount'> {}

/** Returns the chosen account of the unlocked vault, by default the first. */
export function selectedAccount(from: {
  wallets: Wallets;
  settings: Settings;
}): string | undefined {
  const accounts = from.wallets.accounts();
  const chosen = from.settings.get().selected;
  return (accounts.find((account) => account.address === chosen) ?? accounts[0])?.address;
}

/** Returns all accounts of the unlocked vault, with the selected account first. */
export function orderedAccounts(from: { wallets: Wallets; settings: Settings }): readonly string[] {
  const first = selectedAccount(from);
  const all = from.wallets.accounts().map((account) => account.address);
  return first === undefined ? all : [first, ...all.filter((address) => address !== first)];
}

/** Returns the account for which a page acts. Throws `NoAccountError` if none is chosen. */
export function ensureAccount(selected: string | undefined): Address {
  if (selected === undefined) {
    throw new NoAccountError('noAccount');
  }
  return selected as Address;
}

/**
 * Returns the account whose figures a page has shown. Throws `NoAccountError`, or
 * `OtherAccountError` if the user has chosen another account since then.
 */
export function ensureSameAccount(selected: string | undefined, seen: string): Address {
  const account = ensureAccount(selected);
  if (account.toLowerCase() !== seen.toLowerCase()) {
    throw new OtherAccountError('otherAccount');
  }
  return account;
}

export const hasAccount = (
  wallets: { accounts: () => readonly { readonly address: string }[] },
  account: string,
): boolean => wallets.accounts().some(({ address }) => isSameAddress(address, account));

/** Returns the wallet's account as it is stored. Throws `OwnAccountError` for other addresses. */
export function ensureOwnAccount(
  wallets: { accounts: () => readonly { readonly address: string }[] },
  address: string,
): Address {
  const known = wallets.accounts().find((one) => isSameAddress(one.address, address));
  if (known === undefined) throw new OwnAccountError('notPossible');
  return known.address as Address;
}
