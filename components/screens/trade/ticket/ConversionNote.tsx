import { i18n } from '#i18n';
import { isConversion } from '../../../../shared/orders/preparation.ts';
import { plainPercent } from '../../../texts/numbers.ts';
import { payText } from '../../../texts/payments.ts';
import type { Ticket, TicketPage } from './ticket-model.ts';
import { formsOf, wholeMoney } from './ticket-texts.ts';

/** Explains which token a fill converts first, and what a receipt token is. */
export function ConversionNote({ ticket, page }: { ticket: Ticket; page: TicketPage }) {
  const { view } = ticket;
  const steps = page.preparations.filter(({ kind }) => isConversion(kind));
  const [first] = steps;
  const last = steps.at(-1);
  if (first === undefined || last === undefined || page.obstacle !== undefined) return null;
  const [asset, receipt] = formsOf(view);
  const { decimals } = view.token;
  const from = first.kind === 'wrap' ? 'ETH' : first.kind === 'supply' ? asset : receipt;
  const isSupplied = last.kind === 'supply';
  return (
    <div className="rounded-xl bg-accent-soft px-3 py-2 text-xs" data-testid="conversion">
      <p className="font-semibold" title={wholeMoney(first.amount, { symbol: from, decimals })}>
        {payText(first.amount, { symbol: from, decimals })} {from}
        {steps.length > 1 ? ` → ${asset}` : ''} → {view.token.symbol}
      </p>
      <p className="text-muted">
        {isSupplied
          ? i18n.t('funds.earns', {
              asset,
              rate: plainPercent(BigInt(view.funds?.rateBps ?? 0)),
            })
          : last.kind === 'wrap'
            ? i18n.t('funds.wrapWhy')
            : i18n.t('funds.withdrawWhy', { asset })}
      </p>
    </div>
  );
}
