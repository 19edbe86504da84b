import {
  CircleCheck,
  CircleSlash,
  CircleX,
  Clock,
  History,
  PenLine,
  Plug,
  Replace,
} from 'lucide-react';
import { i18n } from '#i18n';
import type { ActivityEntry } from '../../../../shared/activity/record.ts';

/** State of a transaction as text, icon and colour. */
const STATUS = {
  signed: { words: 'activity.sending', Icon: Clock, tone: 'text-warn' },
  sent: { words: 'activity.pending', Icon: Clock, tone: 'text-warn' },
  confirmed: { words: 'activity.confirmed', Icon: CircleCheck, tone: 'text-good' },
  failed: { words: 'activity.failed', Icon: CircleX, tone: 'text-bad' },
  dropped: { words: 'activity.dropped', Icon: CircleSlash, tone: 'text-bad' },
  replaced: { words: 'activity.replaced', Icon: Replace, tone: 'text-muted' },
} as const;

const EARLIER_CHAIN = {
  words: 'activity.earlierChain',
  Icon: History,
  tone: 'text-muted',
} as const;

/** How rows without a state are shown. */
const KINDS = {
  signature: { words: 'activity.signed', Icon: PenLine, tone: 'text-muted' },
  connection: { words: 'activity.connected', Icon: Plug, tone: 'text-muted' },
} as const;

export function signOf(entry: ActivityEntry) {
  if (entry.isOfEarlierChain === true) return EARLIER_CHAIN;
  return entry.kind === 'transaction' ? STATUS[entry.status] : KINDS[entry.kind];
}

/** Returns the state of a row as text. */
export function statusText(entry: ActivityEntry): string {
  return i18n.t(signOf(entry).words);
}
