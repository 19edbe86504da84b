import { i18n } from '#i18n';
import { shortAddress } from '../../../../shared/format.ts';
import type { TicketView } from '../../../../shared/messages/ticket.ts';
import { feeShareBps, leverageOf, yieldPerYearBps } from '../../../../shared/orders/edge.ts';
import { dollarsOf, yearsBetween } from '../../../../shared/orders/price.ts';
import { probabilityOfProfit } from '../../../../shared/orders/probability.ts';
import type { FillQuote } from '../../../../shared/orders/quote.ts';
import { hasProfitCurve } from '../../../../shared/orders/terms.ts';
import { secondsOf, toNumber8, unixSeconds } from '../../../../shared/units.ts';
import {
  amountText,
  chanceText,
  contractsText,
  plainPercent,
  priceText,
  shareText,
} from '../../../texts/numbers.ts';
import { getUsd, payUsd } from '../../../texts/payments.ts';
import { Fact, Facts } from '../../../ui/Facts.tsx';
import { GreeksTable } from './GreeksTable.tsx';
import type { Ticket, TicketPage } from './ticket-model.ts';
import { cost, lossMoney, money, premiumPerContract, signedMoney } from './ticket-texts.ts';

/** Number of characters of an amount above which two tiles don't fit side by side. */
const BESIDE = 20;

const NOBODY = '0x0000000000000000000000000000000000000000';

/** Shows all figures for the chosen size, with a dash for unknown figures. */
export function Figures({ ticket, page }: { ticket: Ticket; page: TicketPage }) {
  const { view, offer, budget } = ticket;
  const { quote, maxReturnHundredths } = page.figures;
  const { maxLoss } = quote.curve;
  const { hasOtherPayoff } = page;
  const chance = hasOtherPayoff ? undefined : chanceOf(ticket, quote);
  const { token } = view;
  const { isPhysical } = offer.terms.product;
  const hasCurve = hasProfitCurve(offer.terms) && !hasOtherPayoff;
  const { breakEvens, maxProfit } = quote.curve;
  const isSelling = view.side === 'sell';
  const worth = dollarsOfPremium(ticket, quote.premium);
  const profit = signedMoney(maxProfit, token);
  const loss = lossMoney(maxLoss, token);
  const isLong = Math.max(profit.text.length, loss.text.length) > BESIDE;
  return (
    <section aria-label={i18n.t('ticket.figures')} className="flex flex-col gap-3">
      {!hasCurve ? null : (
        <Facts look="tiles" className={isLong ? 'text-sm' : 'grid-cols-2 text-sm'}>
          <Fact
            label={i18n.t('ticket.maxProfit')}
            {...profit}
            tone={maxProfit > 0n ? 'text-good' : maxProfit < 0n ? 'text-bad' : ''}
          />
          <Fact label={i18n.t('ticket.maxLoss')} {...loss} tone={maxLoss < 0n ? '' : 'text-bad'} />
          <Fact
            label={i18n.t('ticket.breakEven', breakEvens.length)}
            text={breakEvens.map(priceText).join(' · ') || '—'}
          />
          {isSelling ? (
            <Fact
              label={i18n.t('ticket.yield')}
              hint={i18n.t('orders.yieldWhy')}
              text={yieldText(ticket, page.figures)}
            />
          ) : (
            <Fact
              label={i18n.t('ticket.leverage')}
              hint={i18n.t('orders.leverageWhy')}
              text={maxProfit > 0n ? leverageText(ticket) : '—'}
            />
          )}
        </Facts>
      )}
      <Facts>
        <Fact
          label={i18n.t(isSelling ? 'ticket.premiumIn' : 'ticket.premium')}
          {...(isSelling ? money : cost)(quote.premium, token)}
        />
        {worth === undefined ? null : (
          <Fact label={i18n.t('ticket.worth')} text={(isSelling ? getUsd : payUsd)(worth)} />
        )}
        <Fact label={feeLabel(quote)} {...cost(quote.fee, token)} />
        {isSelling ? (
          <>
            <Fact label={i18n.t('ticket.receives')} {...money(quote.receives, token)} />
            <Fact label={i18n.t('ticket.collateral')} {...cost(quote.collateral, token)} />
          </>
        ) : isPhysical || hasOtherPayoff ? null : (
          <Fact label={i18n.t('ticket.maxPayout')} {...money(quote.maxPayoff, token)} />
        )}
        {maxReturnHundredths === undefined || hasOtherPayoff ? null : (
          <Fact label={i18n.t('ticket.maxReturn')} text={`${shareText(maxReturnHundredths)}×`} />
        )}
        {chance === undefined ? null : (
          <Fact
            label={i18n.t('ticket.profitChance')}
            text={chanceText(chance)}
            hint={i18n.t('orders.chanceWhy')}
          />
        )}
        <Fact
          label={i18n.t('ticket.price')}
          {...premiumPerContract(offer.order, offer.terms.product, token)}
        />
        <Fact
          label={i18n.t('ticket.budget')}
          {...(view.isBudgetRead
            ? {
                text: contractsText(budget, offer.decimals),
                exact: money(view.budgetLeft, token).exact,
              }
            : { text: '—' })}
        />
        <Fact label={i18n.t('ticket.maker')} text={shortAddress(view.maker)} exact={view.maker} />
        <Fact
          label={i18n.t('ticket.referrer')}
          text={referrerOf(view)}
          {...(view.referrer === NOBODY ? {} : { exact: view.referrer })}
        />
      </Facts>
      {hasOtherPayoff ? null : <GreeksTable view={view} />}
    </section>
  );
}

/**
 * Returns the leverage: the option's relative change in value for a relative change of the spot
 * price.
 */
function leverageText({ view, offer }: Ticket): string {
  const { spot, terms, order } = offer;
  const premiumUsd = dollarsOf(terms, order.price, spot);
  const leverage = leverageOf({
    delta: view.model?.greeks.delta,
    spot: spot === undefined ? undefined : toNumber8(spot),
    premiumUsd: premiumUsd === undefined ? undefined : toNumber8(premiumUsd),
  });
  return leverage === undefined ? '—' : `${shareText(BigInt(Math.round(leverage * 100)))}×`;
}

/** Returns the model's probability of a profit; undefined without a volatility. */
function chanceOf({ view, offer: { spot, terms } }: Ticket, { curve }: FillQuote) {
  if (view.model === undefined || spot === undefined || !hasProfitCurve(terms)) return undefined;
  const now = secondsOf(Date.now());
  return probabilityOfProfit(curve, {
    spot: toNumber8(spot),
    years: yearsBetween(now, unixSeconds(view.expiry)),
    volatility: view.model.volatility,
  });
}

/** Returns the label of the fee, with the fee's share of the premium. */
function feeLabel(quote: FillQuote): string {
  const share = feeShareBps(quote);
  if (share === undefined) return i18n.t(quote.isFeeExact ? 'ticket.fee' : 'ticket.feeAtMost');
  const percent = plainPercent(share);
  return i18n.t(quote.isFeeExact ? 'ticket.feeShare' : 'ticket.feeShareAtMost', { percent });
}

/** Returns a seller's yield until expiry, and per year. */
function yieldText(
  { view, offer }: Ticket,
  { quote, yieldBps: bps }: TicketPage['figures'],
): string {
  if (bps === undefined) return '—';
  const yearly = yieldPerYearBps(quote, offer.terms, view.expiry - Date.now() / 1000);
  return yearly === undefined
    ? plainPercent(bps)
    : i18n.t('ticket.yieldPerYear', { yield: plainPercent(bps), yearly: plainPercent(yearly) });
}

/**
 * Returns a premium in the underlying as dollars (8 decimals) at the current spot price, rounded
 * down.
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
