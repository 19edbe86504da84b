import { ChevronRight } from 'lucide-react';
import { i18n } from '#i18n';
import type { FillStage } from '../../../shared/messages/ticket.ts';
import { useSnapshot } from '../../hooks/use-wallet.ts';
import { titleOf } from './ticket-words.ts';

const WORDS: Readonly<Partial<Record<FillStage, 'running' | 'yourTurnStrip' | 'replacedStrip'>>> = {
  checking: 'running',
  'allowance asked': 'yourTurnStrip',
  'allowance sent': 'running',
  'fill asked': 'yourTurnStrip',
  'fill sent': 'running',
  replaced: 'replacedStrip',
};

/** A fill that is under way, on every page: what was left is found again. */
export function FillStrip({ onOpen }: { onOpen: (id: string) => void }) {
  const selected = useSnapshot((snapshot) => snapshot.selected);
  const fill = useSnapshot(({ fills }) => fills.find(({ stage }) => WORDS[stage] !== undefined));
  if (fill === undefined || fill.account !== selected) return null;
  const word = WORDS[fill.stage];
  if (word === undefined) return null;
  return (
    <button
      type="button"
      onClick={() => onOpen(fill.id)}
      className="group-has-[[data-fill]]/page:hidden flex w-full items-center gap-2 bg-accent-soft px-4 py-2 text-left text-xs text-accent"
    >
      <span className="min-w-0 flex-1">
        <span className="font-semibold">{titleOf(fill)}</span>
        {' · '}
        {i18n.t(`progress.${word}`)}
      </span>
      <ChevronRight aria-hidden size={14} className="shrink-0" />
    </button>
  );
}
