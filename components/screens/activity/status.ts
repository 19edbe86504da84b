import { CircleCheck, CircleSlash, CircleX, Clock, PenLine, Plug, Replace } from 'lucide-react';
import { i18n } from '#i18n';
import type { ActivityEntry } from '../../../shared/activity/record.ts';
import { hasHostName } from '../../../shared/hosts.ts';
import type { NetworkView } from '../../../shared/messages/snapshot.ts';

/** What became of a transaction in words, with a sign and a colour. */
export const STATUS = {
  signed: { words: 'activity.sending', Icon: Clock, tone: 'text-warn' },
  sent: { words: 'activity.pending', Icon: Clock, tone: 'text-warn' },
  confirmed: { words: 'activity.confirmed', Icon: CircleCheck, tone: 'text-good' },
  failed: { words: 'activity.failed', Icon: CircleX, tone: 'text-bad' },
  dropped: { words: 'activity.dropped', Icon: CircleSlash, tone: 'text-bad' },
  replaced: { words: 'activity.replaced', Icon: Replace, tone: 'text-muted' },
} as const;

/** The same for what has no status: it happened, and that is all. */
const KINDS = {
  signature: { words: 'activity.signed', Icon: PenLine, tone: 'text-muted' },
  connection: { words: 'activity.connected', Icon: Plug, tone: 'text-muted' },
} as const;

export function signOf(entry: ActivityEntry) {
  return entry.kind === 'transaction' ? STATUS[entry.status] : KINDS[entry.kind];
}

/** Says what became of it. */
export function statusText(entry: ActivityEntry): string {
  return i18n.t(signOf(entry).words);
}

/** A page at the network's explorer; undefined without one. https only. */
export function explorerLink(
  network: NetworkView | undefined,
  hash: string,
  page: 'tx' | 'address' = 'tx',
): string | undefined {
  const explorer = network?.explorerUrl?.replace(/\/+$/, '');
  if (explorer === undefined || !hasHostName(explorer)) return undefined;
  return new URL(explorer).protocol === 'https:' ? `${explorer}/${page}/${hash}` : undefined;
}
