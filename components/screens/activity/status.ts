import { CircleCheck, CircleSlash, CircleX, Clock, PenLine, Plug, Replace } from 'lucide-react';
import { i18n } from '#i18n';
import { hasHostName } from '../../../shared/hosts.ts';
import type { ActivityEntry, NetworkView } from '../../../shared/messages/snapshot.ts';

/** What became of a transaction in words, with a sign and a colour. */
export const STATUS = {
  signed: { words: 'activity.beingSent', Icon: Clock, tone: 'text-warn' },
  sent: { words: 'activity.waitingForTheChain', Icon: Clock, tone: 'text-warn' },
  confirmed: { words: 'activity.confirmed', Icon: CircleCheck, tone: 'text-good' },
  failed: { words: 'activity.failed', Icon: CircleX, tone: 'text-bad' },
  dropped: { words: 'activity.dropped', Icon: CircleSlash, tone: 'text-bad' },
  replaced: { words: 'activity.replaced', Icon: Replace, tone: 'text-muted' },
} as const;

/** The same for what has no status: it happened, and that is all. */
const KINDS = {
  transaction: { words: undefined, Icon: CircleCheck, tone: 'text-muted' },
  signature: { words: 'activity.signedWords', Icon: PenLine, tone: 'text-muted' },
  connection: { words: 'activity.connected', Icon: Plug, tone: 'text-muted' },
} as const;

export function signOf({ kind, status }: Pick<ActivityEntry, 'kind' | 'status'>) {
  return status === undefined ? KINDS[kind] : STATUS[status];
}

/** What became of it, in words; undefined where there is nothing to say. */
export function statusText(entry: Pick<ActivityEntry, 'kind' | 'status'>): string | undefined {
  const { words } = signOf(entry);
  return words === undefined ? undefined : i18n.t(words);
}

/** Signed or sent, and neither mined nor given up. */
export function isPending({ kind, status }: Pick<ActivityEntry, 'kind' | 'status'>): boolean {
  return kind === 'transaction' && (status === 'signed' || status === 'sent');
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
