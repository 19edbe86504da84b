import type { ActivityEntry } from './record.ts';

/** The rows that `isPending` accepts. */
export type Pending<Row> = Extract<Row, { kind: 'transaction'; status: 'signed' | 'sent' }>;

/** Returns true for a transaction that was signed or sent, but neither mined nor given up. */
export function isPending<Row extends ActivityEntry>(entry: Row): entry is Pending<Row> {
  return entry.kind === 'transaction' && (entry.status === 'signed' || entry.status === 'sent');
}
