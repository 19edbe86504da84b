import { i18n } from '#i18n';
import type { NetworkFact } from '../../shared/messages/approval-view.ts';

/** Returns the name of the signing account; "account" when it is no longer in the wallet. */
export function nameOfAccount({ accountName }: { readonly accountName?: string }): string {
  return accountName ?? i18n.t('meaning.account');
}

/** Returns a network's name, or its number. */
export function nameOfNetwork({ name, chainId }: NetworkFact): string {
  return name ?? i18n.t('meaning.chainNumber', { id: chainId });
}
