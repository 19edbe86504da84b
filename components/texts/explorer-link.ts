import { hasHostName } from '../../shared/hosts.ts';

/** Returns the transaction's page at the network's explorer; undefined without one. https only. */
export function explorerLink(
  network: { readonly explorerUrl?: string } | undefined,
  hash: string,
  page: 'tx' | 'address' = 'tx',
): string | undefined {
  const explorer = network?.explorerUrl?.replace(/\/+$/, '');
  if (explorer === undefined || !hasHostName(explorer)) return undefined;
  return new URL(explorer).protocol === 'https:' ? `${explorer}/${page}/${hash}` : undefined;
}
