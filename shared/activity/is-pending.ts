import type { ActivityEntry } from './record.ts';

/** The rows that `isPending` accepts. */
export type Pending<Row> = Extract<Row, { kind: 'transaction'; status: 'signed' | 'sent' }>;

/**
 * Returns true for a transaction that was signed or sent, but neither mined nor given up. Returns
 * false for a transaction of an earlier chain.
 */
export function isPending<Row extends ActivityEntry>(entry: Row): entry is Pending<Row> {
  if (entry.kind !== 'transaction' || entry.isOfEarlierChain === true) return false;
  return entry.status === 'signed' || entry.status === 'sent';
}
