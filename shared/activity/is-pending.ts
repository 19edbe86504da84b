import type { ActivityEntry } from './record.ts';

export type Pending<Row> = Extract<Row, { kind: 'transaction'; status: 'signed' | 'sent' }>;

/**
 * Returns true for a transaction that was signed or sent and has no outcome yet. Returns false for
 * a transaction of an earlier chain.
 */
export function isPending<Row extends ActivityEntry>(entry: Row): entry is Pending<Row> {
  if (entry.kind !== 'transaction' || entry.isOfEarlierChain === true) return false;
  return entry.status === 'signed' || entry.status === 'sent';
}
