import { i18n } from '#i18n';
import { useRefusedBy, useSnapshot } from '../../../hooks/use-wallet.ts';
import { Strip } from '../../../ui/Strip.tsx';
import { titleOf } from '../../trade/ticket/ticket-texts.ts';
import { titleOfFacts } from './procedure-texts.ts';
import { holdsMoney } from './use-under-way.ts';

/** Links to the procedure that caused the last refusal, until the procedure ends. */
export function HolderStrip() {
  const id = useRefusedBy();
  const title = useSnapshot(({ fills, procedures }) => {
    const fill = fills.find((one) => one.id === id);
    if (fill !== undefined) return holdsMoney(fill) ? titleOf(fill) : undefined;
    const procedure = procedures?.find((one) => one.id === id && one.state !== 'done');
    return procedure && titleOfFacts(procedure.facts);
  });
  if (id === undefined || title === undefined) return null;
  return (
    <Strip
      title={title}
      text={i18n.t('procedures.first')}
      tone="warn"
      to={`/popup.html#activity=${encodeURIComponent(id)}`}
    />
  );
}
