import { i18n } from '#i18n';
import type { Token } from '../../../../shared/chain/deployments.ts';
import type { NewRequestNeeds } from '../../../../shared/quotations/view.ts';
import { useHidden } from '../../../hooks/use-hidden-amounts.ts';
import { paidText, wholeMoney } from '../../../texts/position-texts.ts';
import { Notice } from '../../../ui/Notice.tsx';

/** Shows the money that a request needs now or later, and whether the account has it. */
export function Needs(props: {
  /** Undefined until the factory has answered. */
  needs: NewRequestNeeds | undefined;
  token: Token;
  isBuyer: boolean;
}) {
  const { needs, token, isBuyer } = props;
  const hidden = useHidden();
  if (needs === undefined)
    return isBuyer ? <p className="text-sm">{i18n.t('quotations.soldWhy')}</p> : null;
  const { pledged } = needs;
  const isShort = needs.held < needs.needed + pledged;
  const needed = wholeMoney(needs.needed, token);
  return (
    <>
      <p className="text-sm text-pretty" data-testid="needs">
        {isBuyer
          ? i18n.t('quotations.soldWhy')
          : hidden(i18n.t('quotations.sellWhy', { amount: needed }))}
      </p>
      {isShort ? (
        <Notice tone="bad">
          {hidden(
            i18n.t(pledged > 0n ? 'quotations.shortWithOthers' : 'quotations.short', {
              needed,
              held: wholeMoney(needs.held, token),
              pledged: paidText(pledged, token),
            }),
          )}
        </Notice>
      ) : null}
    </>
  );
}
