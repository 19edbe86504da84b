import { i18n } from '#i18n';
import { holderOf, isHolding } from '../../../hooks/use-holder.ts';
import { useRefusedBy, useSnapshot } from '../../../hooks/use-wallet.ts';
import { Strip } from '../../../ui/Strip.tsx';
import { titleOf } from '../../trade/ticket/ticket-texts.ts';
import { titleOfFacts } from './procedure-texts.ts';

/**
 * Links to the procedure that caused the last refusal, or that stopped another procedure, until the
 * procedure ends.
 */
export function HolderStrip() {
  const refusedBy = useRefusedBy();
  const id = useSnapshot((snapshot) =>
    [
      refusedBy,
      ...(snapshot.procedures ?? []).map(({ state, failure }) =>
        state === 'done' ? undefined : holderOf(failure),
      ),
    ].find((one) => isHolding(snapshot, one)),
  );
  const title = useSnapshot(({ fills, procedures }) => {
    const fill = fills.find((one) => one.id === id);
    if (fill !== undefined) return titleOf(fill);
    const procedure = procedures?.find((one) => one.id === id);
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
