import { i18n } from '#i18n';

/** Pattern of names for new accounts; the worker replaces `#` by the account's number. */
export function accountNames(): string {
  return i18n.t('addWallet.accountNumber', { number: '#' });
}
