import type { Settings } from '../state/settings.ts';
import type { Wallets } from './wallets.ts';

/** The chosen account while the vault is unlocked: the stored choice, else the first. */
export function selectedAccount(from: {
  wallets: Wallets;
  settings: Settings;
}): string | undefined {
  const accounts = from.wallets.accounts();
  const chosen = from.settings.get().selected;
  return (accounts.find((account) => account.address === chosen) ?? accounts[0])?.address;
}

/** All accounts of the unlocked vault, the selected one first. */
export function orderedAccounts(from: { wallets: Wallets; settings: Settings }): readonly string[] {
  const first = selectedAccount(from);
  const all = from.wallets.accounts().map((account) => account.address);
  return first === undefined ? all : [first, ...all.filter((address) => address !== first)];
}
