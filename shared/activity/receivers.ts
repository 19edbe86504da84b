import type { ActivityEntry } from './record.ts';

/** Everybody who was sent something, the last one first. */
export function receiversIn(entries: readonly ActivityEntry[]): string[] {
  return entries.flatMap((entry) => (entry.kind === 'transaction' ? (entry.receiver ?? []) : []));
}
