import { CircleCheck, CircleSlash, CircleX, Clock, PenLine, Plug, Replace } from 'lucide-react';
import type { ActivityEntry, NetworkView } from '../../../shared/messages/snapshot.ts';

/** What became of a transaction in words, with a sign and a colour. */
export const STATUS = {
  signed: { words: 'being sent', Icon: Clock, tone: 'text-warn' },
  sent: { words: 'waiting for the chain', Icon: Clock, tone: 'text-warn' },
  confirmed: { words: 'confirmed', Icon: CircleCheck, tone: 'text-good' },
  failed: { words: 'failed', Icon: CircleX, tone: 'text-bad' },
  dropped: { words: 'dropped', Icon: CircleSlash, tone: 'text-bad' },
  replaced: { words: 'replaced', Icon: Replace, tone: 'text-muted' },
} as const;

/** The same for what has no status: it happened, and that is all. */
const KINDS = {
  transaction: { words: '', Icon: CircleCheck, tone: 'text-muted' },
  signature: { words: 'signed', Icon: PenLine, tone: 'text-muted' },
  connection: { words: 'connected', Icon: Plug, tone: 'text-muted' },
} as const;

export function signOf({ kind, status }: Pick<ActivityEntry, 'kind' | 'status'>) {
  return status === undefined ? KINDS[kind] : STATUS[status];
}

/** Signed or sent, and neither mined nor given up. */
export function isPending({ kind, status }: Pick<ActivityEntry, 'kind' | 'status'>): boolean {
  return kind === 'transaction' && (status === 'signed' || status === 'sent');
}

/** A transaction's page at the network's explorer; https only. */
export function explorerLink(network: NetworkView | undefined, hash: string): string | undefined {
  const explorer = network?.explorerUrl?.replace(/\/+$/, '');
  if (explorer === undefined || !URL.canParse(explorer)) return undefined;
  return new URL(explorer).protocol === 'https:' ? `${explorer}/tx/${hash}` : undefined;
}
