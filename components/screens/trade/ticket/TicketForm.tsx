import { type ReactNode, useState } from 'react';
import { i18n } from '#i18n';
import { ascending } from '../../../../shared/orders/strikes.ts';
import type { Size } from '../../../../shared/orders/ticket.ts';
import { useNow } from '../../../hooks/use-now.ts';
import { amountText, priceText } from '../../../texts/numbers.ts';
import { leftUntil, localTime, utcTime } from '../../../texts/times.ts';
import { Button } from '../../../ui/Button.tsx';
import { Check } from '../../../ui/Check.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { SpotPrice } from '../../../ui/SpotPrice.tsx';
import { ConversionNote } from './ConversionNote.tsx';
import { Figures } from './Figures.tsx';
import { isQuoteOver, isRefused } from './next-quote.ts';
import { Obstacle } from './Obstacle.tsx';
import { Physical } from './Physical.tsx';
import { ScenarioTable } from './ScenarioTable.tsx';
import { SizeFields } from './SizeFields.tsx';
import type { Ticket, TicketPage } from './ticket-model.ts';
import { cost } from './ticket-texts.ts';
import { ValuePicture } from './ValuePicture.tsx';

/** Lets the user choose a size, and shows all figures that depend on the size. */
export function TicketForm(props: {
  ticket: Ticket;
  page: TicketPage;
  size: Size;
  life: ReactNode;
  isChanging: boolean;
  onSize: (size: Size) => void;
  onReview: () => void;
  onCreate?: (() => void) | undefined;
}) {
  const { ticket, page } = props;
  const { view, offer } = ticket;
  const { quote, contracts } = page.figures;
  const now = useNow();
  // Digest of the quote to which the user consented; a newer quote needs a new consent.
  const [agreedTo, setAgreedTo] = useState<string>();
  const consent = consentOf(page);
  const isAgreed = consent === undefined || agreedTo === view.digest;
  const isOver = isQuoteOver(view, now) || isRefused(view);
  const total = cost(view.side === 'buy' ? quote.premium : quote.collateral, view.token);
  return (
    <>
      <div className="-mt-2 flex flex-col gap-1 text-xs text-muted">
        <p className="flex flex-wrap justify-between gap-x-3 text-ink">
          {ascending(offer.terms.strikes).map(priceText).join(' · ')}
          <SpotPrice asset={view.asset} spot={ticket.spot} className="text-muted" />
        </p>
        <p title={utcTime(view.expiry)}>
          {i18n.t('ticket.expires', {
            time: localTime(view.expiry),
            left: leftUntil(view.expiry, now),
          })}
        </p>
        {props.life}
      </div>
      <SizeFields ticket={ticket} page={page} size={props.size} onSize={props.onSize} />
      <ConversionNote ticket={ticket} page={page} />
      {page.picture === undefined ? null : (
        <ValuePicture ticket={ticket} page={page} picture={page.picture} />
      )}
      {offer.terms.product.isPhysical && !page.hasOtherPayoff ? (
        <Physical ticket={ticket} page={page} />
      ) : null}
      <PayoffNote ticket={ticket} />
      {page.isLossEverywhere ? (
        <Notice tone="warn">
          <p className="font-semibold">{i18n.t('ticket.losesAlways')}</p>
          <p>{i18n.t('ticket.losesAlwaysWhy')}</p>
        </Notice>
      ) : null}
      {page.isGainEverywhere ? <Notice tone="warn">{i18n.t('ticket.gainsAlways')}</Notice> : null}
      <Figures ticket={ticket} page={page} />
      {page.scenarios.length === 0 ? null : (
        <ScenarioTable ticket={ticket} scenarios={page.scenarios} />
      )}
      <footer className="stuck-below -mx-4 mt-auto flex flex-col gap-2 border-t border-line bg-ground px-4 py-3">
        <Obstacle ticket={ticket} page={page} />
        {consent !== undefined && page.obstacle === undefined ? (
          <Check
            label={i18n.t(consent)}
            className="text-warn"
            isOn={isAgreed}
            onChange={(isOn) => setAgreedTo(isOn ? view.digest : undefined)}
          />
        ) : null}
        {page.obstacle === 'noWallet' ? (
          <Button wide onClick={props.onCreate}>
            {i18n.t('firstRun.create')}
          </Button>
        ) : (
          <Button
            wide
            disabled={isOver || props.isChanging || page.obstacle !== undefined || !isAgreed}
            onClick={props.onReview}
          >
            {i18n.t(view.side === 'buy' ? 'ticket.reviewBuy' : 'ticket.reviewSell', {
              count: amountText(contracts, offer.decimals),
              total: total.text,
            })}
          </Button>
        )}
      </footer>
    </>
  );
}

/** Returns the consent that is needed for an order that can't gain, or whose gains are unknown. */
function consentOf({ isLossEverywhere, hasOtherPayoff }: TicketPage) {
  if (hasOtherPayoff) return 'danger.payoff.differs';
  return isLossEverywhere ? 'ticket.losesAlwaysAgree' : undefined;
}

function PayoffNote({ ticket }: { ticket: Ticket }) {
  const { payoff } = ticket.view;
  const { isPayoffConfirmed, isPhysical } = ticket.offer.terms.product;
  if (payoff === 'differs') return <Notice tone="bad">{i18n.t('check.payoff.differs')}</Notice>;
  if (isPhysical || isPayoffConfirmed || payoff === 'agrees') return null;
  if (!ticket.view.isChecked) return null;
  return <Notice tone="warn">{i18n.t('ticket.payoffUnread')}</Notice>;
}
