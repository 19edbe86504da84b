import type { ReactNode } from 'react';
import { i18n } from '#i18n';
import { shortAddress } from '../../../../shared/format.ts';
import { hasProfitCurve } from '../../../../shared/orders/terms.ts';
import { useNow } from '../../../hooks/use-now.ts';
import { amountText, priceText } from '../../../texts/numbers.ts';
import { localTime, utcTime } from '../../../texts/times.ts';
import { Button } from '../../../ui/Button.tsx';
import { Fact, Facts } from '../../../ui/Facts.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { StepList } from '../../../ui/StepList.tsx';
import { ConversionNote } from './ConversionNote.tsx';
import { deliveredText } from './delivered-text.ts';
import { isQuoteOver, isRefused } from './next-quote.ts';
import { Obstacle } from './Obstacle.tsx';
import { SmartOffer } from './SmartOffer.tsx';
import type { Ticket, TicketPage } from './ticket-model.ts';
import {
  cost,
  lossMoney,
  money,
  preparationTexts,
  sentenceOf,
  signedMoney,
  wholeWorth,
} from './ticket-texts.ts';
import { useReview } from './use-review.ts';
import { WholeFill } from './WholeFill.tsx';

interface ReviewProps {
  ticket: Ticket;
  page: TicketPage;
  life: ReactNode;
  problem: string | undefined;
  isStarting: boolean;
  onStart: () => void;
}

/** Reviews all steps and their total before the first confirmation. */
export function Review(props: ReviewProps) {
  return <ReviewView {...props} {...useReview(props.ticket, props.page)} />;
}

export function ReviewView(props: ReviewProps & ReturnType<typeof useReview>) {
  const { ticket, page, plan, planProblem, isAwaited, preparations, steps, isWhole } = props;
  const { view, offer } = ticket;
  const { quote, contracts } = page.figures;
  const now = useNow();
  const { token } = view;
  const isSelling = view.side === 'sell';
  const isOver = isQuoteOver(view, now) || isRefused(view);
  const count = amountText(contracts, offer.decimals);
  return (
    <>
      <p className="-mt-2 text-sm text-muted">{sentenceOf(view, count)}</p>
      {props.life}
      {plan !== undefined && steps > 1 ? (
        <WholeFill ticket={ticket} plan={plan} picture={page.picture} />
      ) : isAwaited ? (
        <p role="status" className="text-xs text-muted">
          {i18n.t('ticket.planning')}
        </p>
      ) : planProblem === undefined ? null : (
        <Notice tone="warn">{i18n.t('ticket.notPlanned', { problem: planProblem })}</Notice>
      )}
      {isWhole ? <p className="text-sm">{i18n.t('ticket.oneTransaction')}</p> : null}
      {props.isSmartOffered ? <SmartOffer steps={steps} onAnswer={props.onAnswer} /> : null}
      <StepList
        steps={[
          ...preparations.map((preparation) => ({
            ...preparationTexts(preparation, view),
            key: preparation.kind,
          })),
          {
            key: 'fill',
            title: i18n.t(isSelling ? 'ticket.stepSell' : 'ticket.stepBuy'),
            what: isSelling
              ? i18n.t('ticket.stepSellWhat', {
                  collateral: wholeWorth(quote.collateral, token),
                  premium: money(quote.receives, token).text,
                })
              : i18n.t('ticket.stepBuyWhat', { premium: cost(quote.premium, token).text }),
          },
        ].map(({ key, title, what }, index) => ({
          ...{ key, title, note: what, state: index + 1 },
          place: i18n.t('ticket.stepOf', { index: index + 1, count: steps }),
        }))}
      />
      <ConversionNote ticket={ticket} page={page} />
      <Terms ticket={ticket} page={page} />
      <p className="text-xs text-muted">{i18n.t('ticket.reviewCare')}</p>
      <footer className="stuck-below -mx-4 mt-auto flex flex-col gap-2 border-t border-line bg-ground px-4 py-3">
        <Obstacle ticket={ticket} page={page} />
        <Notice tone="bad">{props.problem}</Notice>
        <Button
          wide
          disabled={props.isStarting || isAwaited || isOver || page.obstacle !== undefined}
          onClick={props.onStart}
        >
          {steps === 1 || isWhole
            ? i18n.t('ticket.beginOne')
            : i18n.t('ticket.begin', { count: steps })}
        </Button>
      </footer>
    </>
  );
}

/** Shows costs and gains of all steps together, and how the option ends. */
function Terms({ ticket, page }: Pick<ReviewProps, 'ticket' | 'page'>) {
  const { view, offer } = ticket;
  const { quote, contracts } = page.figures;
  const { token } = view;
  const isSelling = view.side === 'sell';
  const breakEvens = quote.curve.breakEvens.map(priceText).join(' · ');
  return (
    <Facts className="rounded-xl bg-raised p-3 text-sm">
      {offer.terms.product.isPhysical ? (
        <>
          <Fact
            label={i18n.t(isSelling ? 'rows.deliveredAtExercise' : 'rows.youDeliverAtExercise')}
            text={deliveredText(ticket, contracts)}
          />
          <Fact
            label={i18n.t(isSelling ? 'fill.row.againstCollateral' : 'rows.youGetAtExercise')}
            {...(isSelling ? cost : money)(quote.collateral, token)}
          />
          {hasProfitCurve(offer.terms) ? (
            <Fact
              label={i18n.t('ticket.breakEven', quote.curve.breakEvens.length)}
              text={breakEvens || '—'}
            />
          ) : null}
        </>
      ) : (
        <>
          <Fact label={i18n.t('ticket.maxLoss')} {...lossMoney(quote.curve.maxLoss, token)} />
          <Fact label={i18n.t('ticket.maxProfit')} {...signedMoney(quote.curve.maxProfit, token)} />
          <Fact
            label={i18n.t('ticket.breakEven', quote.curve.breakEvens.length)}
            text={breakEvens || '—'}
          />
        </>
      )}
      <Fact
        label={i18n.t(quote.isFeeExact ? 'ticket.fee' : 'ticket.feeAtMost')}
        {...cost(quote.fee, token)}
      />
      <Fact
        label={i18n.t('rows.optionExpires')}
        text={localTime(view.expiry)}
        hint={utcTime(view.expiry)}
      />
      <Fact label={i18n.t('ticket.maker')} text={shortAddress(view.maker)} exact={view.maker} />
    </Facts>
  );
}
