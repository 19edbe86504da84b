import { i18n } from '#i18n';
import type { BranchItem } from '../../../../shared/vault/branches.ts';

/** Describes an item of a vault by its kind and name. */
export function itemText(item: BranchItem): string {
  const { name } = item;
  if (item.kind === 'wallet') return i18n.t(`sync.${item.wallet}Wallet`, { name });
  return i18n.t(`sync.${item.kind}`, { name, offered: 'offered' in item ? item.offered : '' });
}
