import { hasHostName } from '../../shared/hosts.ts';

/**
 * Returns the address of a transaction or account at the network's block explorer. Returns
 * undefined if the network has no explorer, or if the explorer's address doesn't begin with https.
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
