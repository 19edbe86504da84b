import { i18n } from '#i18n';
import type { TicketView } from '../../../../shared/messages/ticket.ts';
import { gammaOfPercent } from '../../../../shared/orders/price.ts';
import { toNumber8 } from '../../../../shared/units.ts';
import { modelText, volatilityText } from '../../../texts/numbers.ts';
import { Fact, Facts } from '../../../ui/Facts.tsx';

const GREEKS = ['delta', 'gamma', 'vega', 'theta'] as const;

const DIGITS = 3;

/** Shows implied volatility and the greeks of one contract for the taker, with their source. */
export function GreeksTable({ view: { model, side, spot } }: { view: TicketView }) {
  if (model === undefined) {
    return <p className="text-xs text-muted">{i18n.t('ticket.greeksUnknown')}</p>;
  }
  const sign = side === 'buy' ? 1 : -1;
  const { delta, gamma, vega, theta } = model.greeks;
  const shown = {
    delta,
    // Gamma refers to a move of one per cent, as in the chain.
    gamma: spot === undefined ? Number.NaN : gammaOfPercent(gamma, toNumber8(spot.price)),
    vega,
    theta,
  };
  return (
    <section
      aria-label={i18n.t('ticket.greeks')}
      className="flex flex-col gap-2 rounded-xl border border-line bg-surface p-3"
    >
      <Facts>
        <Fact
          label={i18n.t(`ticket.volatilityFrom.${model.volatilityFrom}`)}
          text={volatilityText(model.volatility)}
        />
      </Facts>
      <Facts look="tiles">
        {GREEKS.map((name) => (
          <Fact
            key={name}
            label={i18n.t(`ticket.${name}`)}
            text={modelText(shown[name] * sign, DIGITS)}
            hint={i18n.t(`ticket.${name}Why`)}
          />
        ))}
      </Facts>
      <p className="text-xs text-pretty text-muted">
        {i18n.t('ticket.greeksPerContract')}{' '}
        {i18n.t(model.from === 'feed' ? 'ticket.greeksByFeed' : 'ticket.greeksByModel')}
      </p>
    </section>
  );
}
