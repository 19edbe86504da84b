import { i18n } from '#i18n';
import { useLate } from '../../../hooks/use-late.ts';
import { useOnline } from '../../../hooks/use-online.ts';
import { contractsText } from '../../../texts/numbers.ts';
import { Notice } from '../../../ui/Notice.tsx';
import type { Ticket, TicketPage } from './ticket-model.ts';
import { cost, formsOf, heldText } from './ticket-texts.ts';

/** Explains why a fill of this size is impossible, and how to make it possible. */
export function Obstacle({ ticket, page }: { ticket: Ticket; page: TicketPage }) {
  const { view, budget, offer } = ticket;
  if (page.obstacle === undefined) {
    if (!view.isChecked) return <Checking />;
    return view.isBudgetRead ? null : <Notice tone="warn">{i18n.t('ticket.chainUnread')}</Notice>;
  }
  if (page.obstacle === 'noWallet') return <Notice>{i18n.t('firstRun.ordersNeedWallet')}</Notice>;
  if (page.obstacle === 'watchOnly') return <Notice>{i18n.t('ticket.watchOnly')}</Notice>;
  if (page.obstacle === 'noSize') return <Notice>{i18n.t('ticket.noSize')}</Notice>;
  const [asset, receipt] = formsOf(view);
  if (page.obstacle === 'nothingHeld')
    return <Notice tone="warn">{i18n.t('ticket.nothingHeld', { asset })}</Notice>;
  if (page.obstacle !== 'overBudget' && page.obstacle !== 'overBalance')
    return <Notice tone="warn">{i18n.t(`funds.${page.obstacle}`, { asset, receipt })}</Notice>;
  return (
    <Notice tone="warn">
      {page.obstacle === 'overBudget'
        ? i18n.t('ticket.overBudget', { most: contractsText(budget, offer.decimals) })
        : i18n.t('ticket.overBalance', {
            held: heldText(ticket),
            needed: cost(page.figures.quote.pays, view.token).text,
          })}
    </Notice>
  );
}

/** Shows that the node is being asked, and after some seconds that the answer is late. */
function Checking() {
  const isOnline = useOnline();
  const isLate = useLate(isOnline ? 'node' : undefined);
  return isLate ? (
    <Notice tone="warn">{i18n.t('ticket.nodeLate')}</Notice>
  ) : (
    <p role="status" className="text-xs text-muted">
      {i18n.t('ticket.checking')}
    </p>
  );
}
