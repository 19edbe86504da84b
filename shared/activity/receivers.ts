import type { ActivityEntry } from './record.ts';

/** Returns the addresses that assets were sent to, latest first. */
export function receiversIn(entries: readonly ActivityEntry[]): string[] {
  return entries.flatMap((entry) => (entry.kind === 'transaction' ? (entry.receiver ?? []) : []));
}
