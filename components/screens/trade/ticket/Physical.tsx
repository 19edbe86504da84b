import { PackageOpen } from 'lucide-react';
import { i18n } from '#i18n';
import { hasProfitCurve } from '../../../../shared/orders/terms.ts';
import { priceText } from '../../../texts/numbers.ts';
import { Fact, Facts } from '../../../ui/Facts.tsx';
import { deliveredText } from './delivered-text.ts';
import type { Ticket, TicketPage } from './ticket-model.ts';
import { cost, money } from './ticket-texts.ts';

/** Describes an option that settles by delivery: its buyer may exchange one token for another. */
export function Physical({ ticket, page }: { ticket: Ticket; page: TicketPage }) {
  const { view, offer } = ticket;
  const { quote, contracts } = page.figures;
  const { product, strikes } = offer.terms;
  const strike = priceText(strikes[0] ?? 0n);
  const isSelling = view.side === 'sell';
  const values = {
    collateral: (isSelling ? cost : money)(quote.collateral, view.token).text,
    delivered: deliveredText(ticket, contracts),
    premium: isSelling
      ? money(quote.receives, view.token).text
      : cost(quote.premium, view.token).text,
  };
  return (
    <section className="flex flex-col gap-2 rounded-2xl bg-raised p-3 text-sm">
      <h2 className="flex items-center gap-2 font-semibold">
        <PackageOpen aria-hidden size={16} className="text-warn" />
        {i18n.t('ticket.physical')}
      </h2>
      <p className="text-xs text-muted">
        {i18n.t(hasProfitCurve(offer.terms) ? 'ticket.physicalValue' : 'ticket.physicalWhy')}
      </p>
      <Facts look="texts">
        <Fact
          label={i18n.t(product.isCall ? 'ticket.exercisedAbove' : 'ticket.exercisedBelow', {
            strike,
          })}
          text={i18n.t(isSelling ? 'ticket.exercisedSeller' : 'ticket.exercisedBuyer', values)}
        />
        <Fact
          label={i18n.t('ticket.notExercised')}
          text={i18n.t(
            isSelling ? 'ticket.notExercisedSeller' : 'ticket.notExercisedBuyer',
            values,
          )}
        />
      </Facts>
    </section>
  );
}
