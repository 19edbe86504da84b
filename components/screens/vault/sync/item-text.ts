import { i18n } from '#i18n';
import type { BranchItem } from '../../../../shared/vault/branches.ts';

const WALLETS = {
  seed: 'sync.seedWallet',
  key: 'sync.keyWallet',
  watch: 'sync.watchedWallet',
} as const;

const ITEMS = {
  account: 'sync.account',
  contact: 'sync.contact',
  passkey: 'sync.passkey',
  setting: 'sync.setting',
  changed: 'sync.changed',
} as const satisfies Record<Exclude<BranchItem['kind'], 'wallet'>, string>;

/** Describes an item of a vault by its kind and name. */
export function itemText(item: BranchItem): string {
  const { name } = item;
  if (item.kind === 'wallet') return i18n.t(WALLETS[item.wallet], { name });
  return i18n.t(ITEMS[item.kind], { name, offered: 'offered' in item ? item.offered : '' });
}
