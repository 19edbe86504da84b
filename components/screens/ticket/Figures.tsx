import { i18n } from '#i18n';
import { shortAddress } from '../../../shared/format.ts';
import type { TicketView } from '../../../shared/messages/ticket.ts';
import { feeShareBps, yieldPerYearBps } from '../../../shared/orders/edge.ts';
import type { FillQuote } from '../../../shared/orders/quote.ts';
import { amountText, contractsText, priceText, shareText, usdText } from '../../ui/numbers.ts';
import { FigureRow } from './FigureRow.tsx';
import { GreeksTable } from './GreeksTable.tsx';
import type { Ticket, TicketPage } from './ticket-model.ts';
import { money, premiumPerContract, signedMoney } from './ticket-texts.ts';

/** Characters of an amount above which two tiles don't fit side by side. */
const BESIDE = 20;

const NOBODY = '0x0000000000000000000000000000000000000000';

/** All figures of the size; a dash when unknown. */
export function Figures({ ticket, page }: { ticket: Ticket; page: TicketPage }) {
  const { view, offer, budget } = ticket;
  const { quote, maxLoss, leverageHundredths, yieldBps } = page.figures;
  const { token } = view;
  const { isPhysical } = offer.terms.product;
  const { breakEvens, maxProfit } = quote.curve;
  const isSelling = view.side === 'sell';
  const worth = dollarsOfPremium(ticket, quote.premium);
  const profit = signedMoney(maxProfit, token);
  const loss = signedMoney(-maxLoss, token);
  const isLong = Math.max(profit.text.length, loss.text.length) > BESIDE;
  return (
    <section aria-label={i18n.t('ticket.figures')} className="flex flex-col gap-3">
      {isPhysical ? null : (
        <dl
          className={`grid shrink-0 gap-px overflow-hidden rounded-xl border border-line bg-line ${isLong ? '' : 'grid-cols-2'}`}
        >
          <Tile
            label={i18n.t('ticket.maxProfit')}
            {...profit}
            tone={maxProfit > 0n ? 'good' : maxProfit < 0n ? 'bad' : undefined}
          />
          <Tile label={i18n.t('ticket.maxLoss')} {...loss} tone="bad" />
          <Tile
            label={i18n.t('ticket.breakEven', breakEvens.length)}
            text={breakEvens.map(priceText).join(' · ') || '—'}
          />
          {isSelling ? (
            <Tile
              label={i18n.t('ticket.yield')}
              hint={i18n.t('orders.yieldWhy')}
              text={yieldText(yieldBps, view.expiry)}
            />
          ) : (
            <Tile
              label={i18n.t('ticket.leverage')}
              hint={i18n.t('orders.leverageWhy')}
              text={leverageHundredths === undefined ? '—' : `${shareText(leverageHundredths)}×`}
            />
          )}
        </dl>
      )}
      <dl className="flex flex-col gap-1.5 text-sm">
        <FigureRow
          label={i18n.t(isSelling ? 'ticket.premiumIn' : 'ticket.premium')}
          {...money(quote.premium, token)}
        />
        {worth === undefined ? null : (
          <FigureRow label={i18n.t('ticket.worth')} text={usdText(worth)} />
        )}
        <FigureRow label={feeLabel(quote)} {...money(quote.fee, token)} />
        {isSelling ? (
          <>
            <FigureRow label={i18n.t('ticket.receives')} {...money(quote.receives, token)} />
            <FigureRow label={i18n.t('ticket.collateral')} {...money(quote.collateral, token)} />
          </>
        ) : isPhysical ? null : (
          <FigureRow label={i18n.t('ticket.maxPayout')} {...money(quote.maxPayoff, token)} />
        )}
        <FigureRow
          label={i18n.t('ticket.price')}
          {...premiumPerContract(offer.order.price, offer.terms.product, token)}
        />
        <FigureRow
          label={i18n.t('ticket.budget')}
          {...(view.isBudgetRead
            ? {
                text: contractsText(budget, offer.decimals),
                exact: money(BigInt(view.budgetLeft), token).exact,
              }
            : { text: '—' })}
        />
        <FigureRow
          label={i18n.t('ticket.maker')}
          text={shortAddress(view.maker)}
          exact={view.maker}
        />
        <FigureRow
          label={i18n.t('ticket.referrer')}
          text={referrerOf(view)}
          {...(view.referrer === NOBODY ? {} : { exact: view.referrer })}
        />
      </dl>
      <GreeksTable view={view} />
    </section>
  );
}

/** Names the fee with its share of the premium. */
function feeLabel(quote: FillQuote): string {
  const share = feeShareBps(quote);
  if (share === undefined) return i18n.t(quote.isFeeExact ? 'ticket.fee' : 'ticket.feeAtMost');
  const percent = i18n.t('numbers.percent', { amount: shareText(share) });
  return i18n.t(quote.isFeeExact ? 'ticket.feeShare' : 'ticket.feeShareAtMost', { percent });
}

/** A seller's yield until expiry, and per year. */
function yieldText(bps: bigint | undefined, expiry: number): string {
  if (bps === undefined) return '—';
  const percent = (share: bigint) => i18n.t('numbers.percent', { amount: shareText(share) });
  const yearly = yieldPerYearBps(bps, expiry - Date.now() / 1000);
  return yearly === undefined
    ? percent(bps)
    : i18n.t('ticket.yieldPerYear', { yield: percent(bps), yearly: percent(yearly) });
}

/**
 * Returns the current value of a premium in the underlying's token, in dollars with 8 decimals,
 * rounded down.
 */
function dollarsOfPremium({ offer }: Ticket, premium: bigint): bigint | undefined {
  const { spot, terms, decimals } = offer;
  if (terms.product.isQuoteCollateral || spot === undefined) return undefined;
  return (premium * spot) / 10n ** BigInt(decimals);
}

function referrerOf({ referrer, referrerBps }: TicketView): string {
  if (referrer === NOBODY) return i18n.t('ticket.noReferrer');
  const address = shortAddress(referrer);
  if (referrerBps === undefined) return address;
  return referrerBps === 0
    ? i18n.t('ticket.referrerUnlisted', { address })
    : i18n.t('ticket.referrerShare', { address, share: amountText(BigInt(referrerBps), 2, 2) });
}

function Tile(props: {
  label: string;
  text: string;
  exact?: string;
  hint?: string;
  tone?: 'good' | 'bad' | undefined;
}) {
  const tone = props.tone === 'good' ? 'text-good' : props.tone === 'bad' ? 'text-bad' : 'text-ink';
  return (
    <div className="min-w-0 bg-surface px-3 py-2">
      <dt className="text-xs text-muted">{props.label}</dt>
      <dd
        className={`text-sm font-semibold break-words ${tone}`}
        title={props.hint ?? props.exact ?? props.text}
      >
        {props.text}
      </dd>
    </div>
  );
}
