import { ArrowRight } from 'lucide-react';
import { useEffect } from 'react';
import { i18n } from '#i18n';
import type { FillView, TicketView } from '../../../../shared/messages/ticket.ts';
import { product as productNamed } from '../../../../shared/orders/products.ts';
import type { Price8 } from '../../../../shared/units.ts';
import { useNow } from '../../../hooks/use-now.ts';
import { leftUntil } from '../../../texts/times.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { canFollow, isQuoteOver, type NextQuote, nextQuote } from './next-quote.ts';
import { premiumPerContract } from './ticket-texts.ts';

/** Shows how long the quote can still be filled, and offers a replacement. */
export function QuoteLife(props: {
  view: TicketView;
  /** The price per contract to which the user agreed. */
  agreedPrice: Price8;
  isChanging: boolean;
  /** Switches to a newer quote that the user's consent covers. */
  onFollow: (digest: string) => void;
  onTake: (newer: NextQuote) => void;
}) {
  const { view, agreedPrice, isChanging, onFollow } = props;
  const now = useNow();
  const left = view.quoteEnds - now / 1000;
  const isOver = isQuoteOver(view, now);
  const next = nextQuote(view, now);
  const followed =
    next !== undefined && canFollow(view, next, agreedPrice) ? next.digest : undefined;
  useEffect(() => {
    if (followed !== undefined && !isChanging) onFollow(followed);
  }, [followed, isChanging, onFollow]);
  if (view.refusedBy !== undefined) {
    return <Notice tone="bad">{i18n.t('fill.failure.refused')}</Notice>;
  }
  if (view.unfillable !== undefined && (next === undefined || followed !== undefined)) {
    return <Notice tone="warn">{i18n.t(`orders.cannotFill.${view.unfillable}`)}</Notice>;
  }
  if (next !== undefined && followed === undefined) {
    return (
      <Notice tone={isOver ? 'warn' : 'info'}>
        <p>
          {isOver
            ? i18n.t(next.isOtherMaker ? 'ticket.replacedByOther' : 'ticket.replaced')
            : i18n.t(next.isOtherMaker ? 'ticket.runsOutOther' : 'ticket.runsOut', {
                time: leftUntil(view.quoteEnds, now),
              })}
        </p>
        <PriceChange from={view.price} to={next.price} traded={view} />
        <Button
          kind="quiet"
          className="mt-1.5 min-h-8 border border-muted/40"
          disabled={props.isChanging}
          onClick={() => props.onTake(next)}
        >
          {i18n.t('ticket.takeNewer')}
        </Button>
      </Notice>
    );
  }
  if (isOver && followed === undefined) {
    return <Notice tone="warn">{i18n.t('ticket.over')}</Notice>;
  }
  return (
    <div className="text-xs text-muted">
      {agreedPrice === view.price ? null : (
        <PriceChange from={agreedPrice} to={view.price} traded={view} />
      )}
      <p className={left < 20 ? 'font-semibold text-warn' : ''}>
        {i18n.t('ticket.ends', { time: leftUntil(view.quoteEnds, now) })}
      </p>
    </div>
  );
}

/** Shows the old and the new price per contract, and whether the price rose or fell. */
export function PriceChange(props: {
  from: Price8;
  to: Price8;
  traded: Pick<TicketView | FillView, 'product' | 'side' | 'token'>;
}) {
  const { from, to, traded } = props;
  const { product, side, token } = traded;
  const isLong = side === 'sell';
  const money = (price: Price8) =>
    premiumPerContract({ price, isLong }, productNamed(product), token);
  const direction = to > from ? 'dearer' : to < from ? 'cheaper' : 'same';
  return (
    <p className="mt-1 flex flex-wrap items-center gap-1.5 font-semibold">
      <span className="sr-only">{i18n.t('ticket.oldPrice')}</span>
      <s className="font-normal" title={money(from).exact}>
        {money(from).text}
      </s>
      <ArrowRight aria-hidden size={14} />
      <span className="sr-only">{i18n.t('ticket.newPrice')}</span>
      <span title={money(to).exact}>{money(to).text}</span>
      <span className="font-normal">{i18n.t(`ticket.priceIs.${direction}`)}</span>
    </p>
  );
}
