import { i18n } from '#i18n';
import type { NetworkFact } from '../../shared/approvals/view.ts';

/** The name of the account that signs; "account" for one that isn't in the wallet any more. */
export function nameOfAccount({ accountName }: { readonly accountName?: string }): string {
  return accountName ?? i18n.t('meaning.account');
}

/** A network's name, or its number. */
export function nameOfNetwork({ name, chainId }: NetworkFact): string {
  return name ?? i18n.t('meaning.chainNumber', { id: chainId });
}
