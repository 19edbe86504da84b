import { i18n } from '#i18n';

/** Names of new accounts for the worker, which puts the account's number in the place of `#`. */
export function accountNames(): string {
  return i18n.t('addWallet.accountNumber', { number: '#' });
}
