import { i18n } from '#i18n';
import type { Scenario } from '../../../../shared/orders/scenarios.ts';
import { amountText, columnPriceText, signedText } from '../../../texts/numbers.ts';
import type { Ticket } from './ticket-model.ts';
import { money, signedMoney } from './ticket-texts.ts';

/** Outcomes at selected settlement prices: payout, profit or loss, and its share of the stake. */
export function ScenarioTable(props: { ticket: Ticket; scenarios: readonly Scenario[] }) {
  const { token, side } = props.ticket.view;
  const isDollars = props.ticket.offer.terms.product.isQuoteCollateral;
  return (
    <details className="rounded-xl border border-line">
      <summary className="cursor-pointer px-3 py-2 text-sm font-semibold">
        {i18n.t('ticket.scenarios')}
      </summary>
      <div className="overflow-x-auto px-3 pb-2">
        <table className="w-full text-xs">
          <thead>
            <tr className="text-muted">
              <th scope="col" className="py-1 pe-2 text-start font-medium">
                {i18n.t('ticket.settlesAt')}
              </th>
              <th scope="col" className="py-1 pe-2 text-end font-medium">
                {i18n.t(side === 'buy' ? 'ticket.payout' : 'ticket.paidOut')}
              </th>
              <th scope="col" className="py-1 pe-2 text-end font-medium">
                {i18n.t('ticket.profit')}
              </th>
              <th scope="col" className="py-1 text-end font-medium">
                {i18n.t(side === 'buy' ? 'ticket.ofPremium' : 'ticket.ofCollateral')}
              </th>
            </tr>
          </thead>
          <tbody>
            {props.scenarios.map((scenario) => {
              const fraction = isDollars ? 2 : 6;
              const gain = gainAt(scenario, 10n ** BigInt(Math.max(0, token.decimals - fraction)));
              const profit = signedMoney(scenario.profit, token);
              const payout = money(scenario.payout, token);
              const tone = gain > 0n ? 'text-good' : gain < 0n ? 'text-bad' : '';
              return (
                <tr
                  key={`${scenario.kind} ${scenario.percent} ${scenario.price}`}
                  className="border-t border-line"
                >
                  <th scope="row" className="py-1 pe-2 text-start font-medium">
                    {columnPriceText(scenario.price)}
                    <span className="block font-normal text-muted">{nameOf(scenario)}</span>
                  </th>
                  <td className="py-1 pe-2 text-end" title={payout.exact}>
                    {amountText(scenario.payout, token.decimals, fraction)}
                  </td>
                  <td className={`py-1 pe-2 text-end font-semibold ${tone}`} title={profit.exact}>
                    {signedText(gain, token.decimals, fraction)}
                  </td>
                  <td className={`py-1 text-end ${tone}`}>
                    {scenario.profitBps === undefined
                      ? '—'
                      : shareText(gain === 0n ? 0n : scenario.profitBps)}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
        <p className="pt-1 text-xs text-muted">
          {i18n.t('ticket.inToken', { token: token.symbol })}
        </p>
      </div>
    </details>
  );
}

/** A break-even's price is rounded, so the remainder isn't shown as a profit. */
function gainAt({ kind, profit }: Scenario, least: bigint): bigint {
  const isRest = kind === 'break-even' && profit < least && profit > -least;
  return isRest ? 0n : profit;
}

/**
 * Returns a share in whole percent, cut off towards zero: shares of a premium can reach thousands.
 */
function shareText(bps: bigint): string {
  return i18n.t('numbers.percent', { amount: signedText(bps / 100n, 0) });
}

function nameOf({ kind, percent }: Scenario): string {
  if (kind === 'move' && percent !== undefined) {
    const amount = `${percent > 0 ? '+' : '−'}${Math.abs(percent)}`;
    return `${percent > 0 ? '↑' : '↓'} ${i18n.t('numbers.percent', { amount })}`;
  }
  if (kind === 'spot') return i18n.t('ticket.atSpot');
  return i18n.t(kind === 'strike' ? 'ticket.atStrike' : 'ticket.atBreakEven');
}
