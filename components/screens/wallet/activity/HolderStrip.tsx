import { ChevronRight } from 'lucide-react';
import { i18n } from '#i18n';
import { useRefusedBy, useSnapshot } from '../../../hooks/use-wallet.ts';
import { titleOf } from '../../trade/ticket/ticket-texts.ts';
import { titleOfFacts } from './procedure-texts.ts';

/** Leads to what refused the page's last action, as long as it is listed under Activity. */
export function HolderStrip() {
  const id = useRefusedBy();
  const title = useSnapshot(({ fills, procedures }) => {
    const fill = fills.find((one) => one.id === id);
    if (fill !== undefined) return titleOf(fill);
    const procedure = procedures?.find((one) => one.id === id && one.state !== 'done');
    return procedure && titleOfFacts(procedure.facts);
  });
  if (id === undefined || title === undefined) return null;
  return (
    <a
      href={`/popup.html#activity=${encodeURIComponent(id)}`}
      target="_blank"
      rel="noreferrer"
      className="flex w-full items-center gap-2 bg-warn-soft px-4 py-2 text-start text-xs text-warn"
    >
      <span className="min-w-0 flex-1">
        <span className="font-semibold">{title}</span>
        {' · '}
        {i18n.t('procedures.first')}
      </span>
      <ChevronRight aria-hidden size={14} className="shrink-0" />
    </a>
  );
}
