import { i18n } from '#i18n';
import { requiredDelivery } from '../../../../shared/orders/delivery.ts';
import { PayoffChart } from '../../../charts/PayoffChart.tsx';
import { useHidden } from '../../../hooks/use-hidden-amounts.ts';
import { priceText } from '../../../texts/numbers.ts';
import { wholeMoney } from '../../../texts/position-texts.ts';
import { Fact, Facts } from '../../../ui/Facts.tsx';
import { cost, lossMoney } from '../ticket/ticket-texts.ts';
import type { Asked } from './asked.ts';

/** Shows payoff and figures of a trade at the limit. A better offer improves them. */
export function AskedFigures({ asked }: { asked: Asked }) {
  const { figures, kind, limit, picture, form, terms } = asked;
  const hidden = useHidden();
  if (figures === undefined || kind === undefined || terms === undefined) return null;
  const token = kind.collateral;
  const { curve } = figures;
  const { isPhysical } = terms.product;
  const loss = lossMoney(figures.curve.maxLoss, token);
  const collateral = cost(figures.collateral, token);
  return (
    <>
      {picture === undefined ? null : (
        <PayoffChart picture={picture} label={i18n.t('quotations.atLimit')} />
      )}
      {isPhysical ? <Delivery asked={asked} /> : null}
      <Facts>
        {limit === undefined || (isPhysical && !form.isBuyer) ? null : (
          <Fact label={i18n.t('ticket.maxLoss')} {...loss} text={hidden(loss.text)} />
        )}
        {limit === undefined || isPhysical ? null : (
          <Fact
            label={i18n.t('ticket.breakEven', curve.breakEvens.length)}
            text={curve.breakEvens.map(priceText).join(' · ') || '—'}
          />
        )}
        {form.isBuyer ? null : (
          <Fact
            label={i18n.t('ticket.collateral')}
            {...collateral}
            text={hidden(collateral.text)}
          />
        )}
      </Facts>
    </>
  );
}

/** Names the tokens that are exchanged when the buyer of a physical option delivers. */
function Delivery({ asked: { kind, terms, contracts, figures } }: { asked: Asked }) {
  if (kind?.delivery === undefined || terms === undefined || figures === undefined) return null;
  const delivered = requiredDelivery(terms, {
    contracts,
    collateralDecimals: kind.collateral.decimals,
    deliveryDecimals: kind.delivery.decimals,
  });
  return (
    <p className="text-sm text-pretty">
      {i18n.t('quotations.delivery', {
        delivered: wholeMoney(delivered, kind.delivery),
        received: wholeMoney(figures.collateral, kind.collateral),
      })}
    </p>
  );
}
