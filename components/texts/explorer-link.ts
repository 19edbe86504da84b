import { hasHostName } from '../../shared/hosts.ts';

/**
 * Returns the address of a transaction or account at the network's explorer; undefined without one.
 * Only https.
 */
export function explorerLink(
  network: { readonly explorerUrl?: string } | undefined,
  id: string,
  page: 'tx' | 'address' = 'tx',
): string | undefined {
  const explorer = network?.explorerUrl?.replace(/\/+$/, '');
  if (explorer === undefined || !hasHostName(explorer)) return undefined;
  return new URL(explorer).protocol === 'https:' ? `${explorer}/${page}/${id}` : undefined;
}
