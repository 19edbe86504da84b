import { i18n } from '#i18n';
import type { TicketView } from '../../../../shared/messages/ticket.ts';
import { modelText, volatilityText } from '../../../texts/numbers.ts';

const GREEKS = [
  ['delta', 'ticket.delta', 'ticket.deltaWhy'],
  ['gamma', 'ticket.gamma', 'ticket.gammaWhy'],
  ['vega', 'ticket.vega', 'ticket.vegaWhy'],
  ['theta', 'ticket.theta', 'ticket.thetaWhy'],
] as const;

const VOLATILITY = {
  feed: 'ticket.volatilityByFeed',
  price: 'ticket.volatility',
  nearby: 'ticket.volatilityNearby',
} as const;

const DIGITS = 3;

/** Implied volatility and all greeks of one contract for the taker's side, with their source. */
export function GreeksTable({ view: { model, side } }: { view: TicketView }) {
  if (model === undefined) {
    return <p className="text-xs text-muted">{i18n.t('ticket.greeksUnknown')}</p>;
  }
  const sign = side === 'buy' ? 1 : -1;
  return (
    <section
      aria-label={i18n.t('ticket.greeks')}
      className="flex flex-col gap-2 rounded-xl border border-line bg-surface p-3"
    >
      <p className="flex flex-wrap justify-between gap-x-3 text-sm">
        <span className="text-muted">{i18n.t(VOLATILITY[model.volatilityFrom])}</span>
        <span className="font-medium">{volatilityText(model.volatility)}</span>
      </p>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-2 text-sm">
        {GREEKS.map(([name, label, why]) => (
          <div key={name} title={i18n.t(why)} className="min-w-0">
            <dt className="text-xs text-muted">{i18n.t(label)}</dt>
            <dd className="font-medium">{modelText(model.greeks[name] * sign, DIGITS)}</dd>
          </div>
        ))}
      </dl>
      <p className="text-xs text-pretty text-muted">
        {i18n.t('ticket.greeksPerContract')}{' '}
        {i18n.t(model.from === 'feed' ? 'ticket.greeksByFeed' : 'ticket.greeksByModel')}
      </p>
    </section>
  );
}
