import type { ActivityEntry } from './record.ts';

/** Returns true for a transaction that was signed or sent, and neither mined nor given up. */
export function isPending(entry: ActivityEntry): boolean {
  return entry.kind === 'transaction' && (entry.status === 'signed' || entry.status === 'sent');
}
