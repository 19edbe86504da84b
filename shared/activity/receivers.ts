import type { ActivityRecord, TransactionRecord } from './record.ts';

/**
 * Returns the addresses that the user sent assets to on the wallet's own pages, latest first.
 * Ignores the transactions of sites: otherwise a site's first transaction would make its receiver
 * look known.
 */
export function receiversIn(entries: readonly ActivityRecord[]): string[] {
  const sent = entries.filter((entry) => entry.kind === 'transaction');
  // Speeding up a site's transaction creates a transaction of the wallet with the same nonce. This
  // transaction is ignored, too.
  const ofSites = new Set(sent.filter(({ origin }) => origin !== '').map(slotOf));
  return sent.flatMap((entry) =>
    entry.status === 'confirmed' && entry.origin === '' && !ofSites.has(slotOf(entry))
      ? (entry.receiver ?? [])
      : [],
  );
}

const slotOf = ({ id, account, chainId, nonce }: TransactionRecord) =>
  `${chainId} ${account.toLowerCase()} ${nonce ?? id}`;
