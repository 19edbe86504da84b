import { i18n } from '#i18n';
import type { BranchItem } from '../../../shared/vault/branches.ts';

/** Describes an item of a vault by its kind and name. */
export function itemText(item: BranchItem): string {
  const { name } = item;
  switch (item.kind) {
    case 'wallet':
      return i18n.t(WALLETS[item.wallet], { name });
    case 'account':
      return i18n.t('sync.account', { name });
    case 'contact':
      return i18n.t('sync.contact', { name });
    case 'passkey':
      return i18n.t('sync.passkey', { name });
    case 'setting':
      return i18n.t('sync.setting', { name });
    case 'changed':
      return i18n.t('sync.changed', { name, offered: item.offered });
  }
}

const WALLETS = {
  seed: 'sync.seedWallet',
  key: 'sync.keyWallet',
  watch: 'sync.watchedWallet',
} as const;
