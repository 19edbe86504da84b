import { ArrowRight } from 'lucide-react';
import { i18n } from '#i18n';
import type { TicketView } from '../../../shared/messages/ticket.ts';
import { tokenAmount } from '../../../shared/units.ts';
import { useNow } from '../../hooks/use-now.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { amountText } from '../../ui/numbers.ts';
import { leftUntil } from '../../ui/times.ts';

/** From here on a newer quote is offered before the chosen one runs out. */
const SHORT_SECONDS = 45;

/** How long the quote can still be filled, and the newer one in its place, for the user to take. */
export function QuoteLife(props: {
  view: TicketView;
  isChanging: boolean;
  onTake: (digest: string) => void;
}) {
  const { view } = props;
  const now = useNow();
  const left = view.quoteEnds - now / 1000;
  const isOver = left <= 0 || !view.isLive;
  // In the place of one that is over stands any; one that still stands is left for a longer one only.
  const newer =
    view.newer !== undefined && (isOver || view.newer.quoteEnds > view.quoteEnds)
      ? view.newer
      : undefined;
  if (view.refusedBy !== undefined) {
    return <Notice tone="bad">{i18n.t('fill.failure.refused')}</Notice>;
  }
  if (newer !== undefined && (isOver || left < SHORT_SECONDS)) {
    return (
      <Notice tone={isOver ? 'warn' : 'info'}>
        <p>
          {isOver
            ? i18n.t(newer.isOtherMaker ? 'ticket.replacedByOther' : 'ticket.replaced')
            : i18n.t(newer.isOtherMaker ? 'ticket.runsOutOther' : 'ticket.runsOut', {
                time: leftUntil(view.quoteEnds, now),
              })}
        </p>
        <PriceChange from={view.price} to={newer.price} symbol={view.token.symbol} />
        <Button
          kind="quiet"
          className="mt-1.5 min-h-8 border border-muted/40"
          disabled={props.isChanging}
          onClick={() => props.onTake(newer.digest)}
        >
          {i18n.t('ticket.takeNewer')}
        </Button>
      </Notice>
    );
  }
  if (isOver) return <Notice tone="warn">{i18n.t('ticket.over')}</Notice>;
  return (
    <p className={`text-xs ${left < 20 ? 'font-semibold text-warn' : 'text-muted'}`}>
      {i18n.t('ticket.ends', { time: leftUntil(view.quoteEnds, now) })}
    </p>
  );
}

/** The old price and the new one, per contract; whether it rose or fell is said in words too. */
export function PriceChange(props: { from: string; to: string; symbol: string }) {
  const [from, to] = [BigInt(props.from), BigInt(props.to)];
  const text = (price: bigint) => amountText(tokenAmount(price), 8);
  const direction = to > from ? 'dearer' : to < from ? 'cheaper' : 'same';
  return (
    <p className="mt-1 flex flex-wrap items-center gap-1.5 font-semibold">
      <span className="sr-only">{i18n.t('ticket.oldPrice')}</span>
      <s className="font-normal">{text(from)}</s>
      <ArrowRight aria-hidden size={14} />
      <span className="sr-only">{i18n.t('ticket.newPrice')}</span>
      {text(to)} {props.symbol}
      <span className="font-normal">{i18n.t(`ticket.price_${direction}`)}</span>
    </p>
  );
}
