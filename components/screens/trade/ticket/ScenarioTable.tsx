import { i18n } from '#i18n';
import type { Scenario } from '../../../../shared/orders/scenarios.ts';
import { amountText, columnPriceText, signedText } from '../../../texts/numbers.ts';
import { DataTable } from '../../../ui/DataTable.tsx';
import type { Ticket } from './ticket-model.ts';
import { money, signedMoney } from './ticket-texts.ts';

/** Lists outcomes at some settlement prices: payout, profit or loss, and share of the stake. */
export function ScenarioTable(props: { ticket: Ticket; scenarios: readonly Scenario[] }) {
  const { token, side } = props.ticket.view;
  const isDollars = props.ticket.offer.terms.product.isQuoteCollateral;
  const fraction = isDollars ? 2 : 6;
  const gainOf = (scenario: Scenario) =>
    gainAt(scenario, 10n ** BigInt(Math.max(0, token.decimals - fraction)));
  return (
    <details className="rounded-xl border border-line">
      <summary className="cursor-pointer px-3 py-2 text-sm font-semibold">
        {i18n.t('ticket.scenarios')}
      </summary>
      <div className="overflow-x-auto px-3 pb-2">
        <DataTable
          className="text-xs"
          rows={props.scenarios}
          keyOf={({ kind, percent, price }) => `${kind} ${percent} ${price}`}
          columns={[
            {
              key: 'price',
              head: i18n.t('ticket.settlesAt'),
              cell: (scenario) => (
                <>
                  <span className="font-medium">{columnPriceText(scenario.price)}</span>
                  <span className="block text-muted">{nameOf(scenario)}</span>
                </>
              ),
            },
            {
              key: 'payout',
              head: i18n.t(side === 'buy' ? 'ticket.payout' : 'ticket.paidOut'),
              cell: ({ payout }) => amountText(payout, token.decimals, fraction),
              exact: ({ payout }) => money(payout, token).exact,
            },
            {
              key: 'profit',
              head: i18n.t('ticket.profit'),
              look: (scenario) => `font-semibold ${toneOf(gainOf(scenario))}`,
              cell: (scenario) => signedText(gainOf(scenario), token.decimals, fraction),
              exact: ({ profit }) => signedMoney(profit, token).exact,
            },
            {
              key: 'share',
              head: i18n.t(side === 'buy' ? 'ticket.ofPremium' : 'ticket.ofCollateral'),
              look: (scenario) => toneOf(gainOf(scenario)),
              cell: (scenario) =>
                scenario.profitBps === undefined
                  ? '—'
                  : shareText(gainOf(scenario) === 0n ? 0n : scenario.profitBps),
            },
          ]}
        />
        <p className="pt-1 text-xs text-muted">
          {i18n.t('ticket.inToken', { token: token.symbol })}
        </p>
      </div>
    </details>
  );
}

const toneOf = (gain: bigint) => (gain > 0n ? 'text-good' : gain < 0n ? 'text-bad' : '');

/**
 * Returns the profit at a price. At a break-even, the remainder from rounding is replaced by zero.
 */
function gainAt({ kind, profit }: Scenario, least: bigint): bigint {
  const isRest = kind === 'breakEven' && profit < least && profit > -least;
  return isRest ? 0n : profit;
}

/**
 * Returns a share in whole percent, rounded towards zero. Shares can reach thousands of percent.
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
