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

/** Icon and colour of each state. Rows without a state are shown by their kind. */
const SIGNS = {
  signed: { Icon: Clock, tone: 'text-warn' },
  sent: { Icon: Clock, tone: 'text-warn' },
  confirmed: { Icon: CircleCheck, tone: 'text-good' },
  failed: { Icon: CircleX, tone: 'text-bad' },
  dropped: { Icon: CircleSlash, tone: 'text-bad' },
  replaced: { Icon: Replace, tone: 'text-muted' },
  earlierChain: { Icon: History, tone: 'text-muted' },
  signature: { Icon: PenLine, tone: 'text-muted' },
  connection: { Icon: Plug, tone: 'text-muted' },
} as const;

/** Returns the state of a row as text, icon and colour. */
export function statusOf(entry: ActivityEntry) {
  const code = codeOf(entry);
  return { ...SIGNS[code], text: i18n.t(`activity.status.${code}`) };
}

function codeOf(entry: ActivityEntry) {
  if (entry.isOfEarlierChain === true) return 'earlierChain';
  return entry.kind === 'transaction' ? entry.status : entry.kind;
}
