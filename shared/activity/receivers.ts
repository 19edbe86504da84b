import type { ActivityRecord, TransactionRecord } from './record.ts';

/**
 * Returns the addresses that the user sent assets to on the wallet's own pages, latest first. A
 * site's transactions prove nothing: the first one would make every later one look known.
 */
export function receiversIn(entries: readonly ActivityRecord[]): string[] {
  const sent = entries.filter((entry) => entry.kind === 'transaction');
  // Speeding up a site's transaction creates a transaction of the wallet with the same nonce.
  const ofSites = new Set(sent.filter(({ origin }) => origin !== '').map(slotOf));
  return sent.flatMap((entry) =>
    entry.status === 'confirmed' && entry.origin === '' && !ofSites.has(slotOf(entry))
      ? (entry.receiver ?? [])
      : [],
  );
}

const slotOf = ({ id, account, chainId, nonce }: TransactionRecord) =>
  `${chainId} ${account.toLowerCase()} ${nonce ?? id}`;
