import { i18n } from '#i18n';
import type { AccountPlace } from '../../shared/vault/payload.ts';

/** Returns the pattern of new accounts' names. The worker replaces `#` by the account's number. */
export function accountNames(): string {
  return i18n.t('addWallet.accountNumber', { number: '#' });
}

/** Returns the name of an account of a phrase, by its number (from 1) and its derivation path. */
export function accountNameAt(number: number, path: AccountPlace['path']): string {
  switch (path) {
    case 'ledger-live':
      return i18n.t('importAccounts.ledgerNumber', { number });
    case 'legacy':
      return i18n.t('importAccounts.legacyNumber', { number });
    default:
      return i18n.t('addWallet.accountNumber', { number });
  }
}
