import { i18n } from '#i18n';
import type { PayoffPicture } from '../../../../shared/orders/picture.ts';
import { modelDollars, priceText } from '../../../charts/chart-texts.ts';
import { PayoffChart } from '../../../charts/PayoffChart.tsx';
import { volatilityText } from '../../../texts/numbers.ts';
import { Slider } from '../../../ui/Slider.tsx';
import type { Ticket, TicketPage } from './ticket-model.ts';
import { useValueDate } from './use-value-date.ts';

/** Draws a ticket's profit at expiry, and the model's at an earlier time that the user sets. */
export function ValuePicture(props: { ticket: Ticket; page: TicketPage; picture: PayoffPicture }) {
  const { ticket, page, picture } = props;
  const value = useValueDate(ticket, page);
  if (value === undefined) return <PayoffChart picture={picture} label={i18n.t('chart.profit')} />;
  const { when, points, profitOf, volatility, later, steps, setChosen } = value;
  const { spot, asset } = picture;
  const atSpot =
    spot === undefined
      ? undefined
      : i18n.t('ticket.valueAtSpot', {
          ...{ asset, price: priceText(spot), profit: modelDollars(profitOf(spot)) },
        });
  return (
    <PayoffChart
      picture={picture}
      label={i18n.t('chart.profit')}
      before={{ points, when, name: i18n.t('ticket.valueLine', { when }) }}
    >
      <div className="flex flex-col gap-1 border-t border-line px-1 pt-2">
        <Slider
          label={i18n.t('ticket.valueDate')}
          text={when}
          words={atSpot === undefined ? when : `${when}. ${atSpot}`}
          value={later}
          from={0}
          to={steps}
          onChange={setChosen}
        />
        {atSpot === undefined ? null : (
          <p aria-hidden className="text-xs font-semibold" data-testid="value-at-spot">
            {atSpot}
          </p>
        )}
        <p className="text-xs text-pretty text-muted">
          {i18n.t('ticket.valueHow', { volatility: volatilityText(volatility) })}
        </p>
      </div>
    </PayoffChart>
  );
}
