import { ChevronRight } from 'lucide-react';
import { i18n } from '#i18n';
import { useSnapshot } from '../../../hooks/use-wallet.ts';
import { isToBeShown, titleOfFacts } from './procedure-texts.ts';

/** Leads to something that stopped between two transactions, from every other page. */
export function PausedStrip({ onOpen }: { onOpen: () => void }) {
  const paused = useSnapshot(({ procedures }) =>
    procedures?.find((one) => one.state === 'paused' && isToBeShown(one)),
  );
  if (paused === undefined) return null;
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex w-full items-center gap-2 bg-warn-soft px-4 py-2 text-start text-xs text-warn"
    >
      <span className="min-w-0 flex-1">
        <span className="font-semibold">{titleOfFacts(paused.facts)}</span>
        {' · '}
        {i18n.t('procedures.waits')}
      </span>
      <ChevronRight aria-hidden size={14} className="shrink-0" />
    </button>
  );
}
