import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

const TONES = {
  info: { box: 'bg-raised text-ink', Icon: Info },
  warn: { box: 'bg-warn-soft text-warn', Icon: TriangleAlert },
  bad: { box: 'bg-bad-soft text-bad', Icon: CircleAlert },
} as const;

/**
 * Shows a highlighted sentence, if there is a text. An icon shows the tone, because colour alone
 * isn't enough.
 */
export function Notice({
  tone = 'info',
  children,
}: {
  tone?: keyof typeof TONES;
  children: ReactNode;
}) {
  if (children === undefined) return null;
  const { box, Icon } = TONES[tone];
  return (
    <div
      role={tone === 'bad' ? 'alert' : undefined}
      className={`flex items-start gap-2 rounded-xl px-3 py-2 text-sm ${box}`}
    >
      <Icon aria-hidden size={16} className="mt-0.5 shrink-0" />
      <div className="min-w-0 flex-1 break-words">{children}</div>
    </div>
  );
}
