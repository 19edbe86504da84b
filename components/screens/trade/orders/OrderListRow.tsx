import { Fragment, memo } from 'react';
import { i18n } from '#i18n';
import { worthSymbol } from '../../../../shared/chain/lending.ts';
import type { ListedOrder } from '../../../../shared/desk/one-row-per-terms.ts';
import type { OrderRow } from '../../../../shared/messages/market.ts';
import { chanceText, deltaText, exactText, volatilityText } from '../../../texts/numbers.ts';
import { productLabel } from '../../../texts/product-name.ts';
import { localTime, utcTime } from '../../../texts/times.ts';
import { OrderThumbnail } from './OrderThumbnail.tsx';
import {
  contractsLeft,
  deliveryOf,
  dollarsOf,
  edgeOf,
  leftOf,
  maxLossOf,
  maxPayoutOf,
  priceOf,
} from './order-figures.ts';
import { hasNothingLeft } from './order-list.ts';
import { QuoteLife } from './QuoteLife.tsx';
import { strikesText } from './strike-text.ts';

/** Shows one order in two lines: product and price, then the model's figures and the terms. */
export const OrderListRow = memo(function OrderListRow(props: {
  row: ListedOrder;
  /** True when the quote has left the feed, but the list doesn't move yet. */
  isGone: boolean;
  /** True when the group's heading already shows asset and expiry. */
  isGrouped: boolean;
  /** False until the feeds answer: stored rows have expired quotes. */
  isLive: boolean;
  isPicked: boolean;
  /** True for the row that the Tab key reaches. */
  isStop: boolean;
  onPick: (row: ListedOrder) => void;
}) {
  const { row, isGone, isGrouped, isLive, isPicked, isStop, onPick } = props;
  const isEmpty = isLive && hasNothingLeft(row);
  // An order can be opened before its check has finished, because the ticket checks the order too.
  const isOpen = isLive && !isEmpty && !isGone;
  const isBuy = row.side === 'buy';
  const status = statusOf(row, isLive, isGone);
  return (
    <button
      type="button"
      data-row
      tabIndex={isStop ? 0 : -1}
      aria-disabled={!isOpen}
      aria-current={isPicked ? 'true' : undefined}
      onClick={() => {
        if (isOpen) onPick(row);
      }}
      className={`flex w-full items-center gap-1.5 px-2.5 py-1 text-start tracking-tight outline-offset-[-2px] hover:bg-raised ${isEmpty || isGone ? 'aria-disabled:cursor-not-allowed' : 'aria-disabled:cursor-progress'} ${isPicked ? 'bg-accent-soft' : ''} ${isOpen && row.isChecked ? '' : 'text-muted'}`}
    >
      <span className="flex w-18 shrink-0 flex-col gap-0.5 text-xs leading-none">
        <OrderThumbnail outline={row.thumbnail} />
        <QuoteLife ends={row.quoteEnds} />
      </span>
      <span className="flex min-w-0 flex-1 flex-col gap-1">
        <span className="flex flex-wrap items-baseline gap-x-1 text-sm leading-tight font-semibold">
          <span
            className={`shrink-0 rounded-md px-1 text-xs ${isBuy ? 'bg-accent-soft text-accent' : 'bg-warn-soft text-warn'}`}
          >
            {i18n.t(isBuy ? 'orders.buy' : 'orders.sell')}
          </span>
          <span data-name className="min-w-0 break-words" title={productLabel(row.product)}>
            <span className={isGrouped ? 'sr-only' : ''}>{row.asset} </span>
            {productLabel(row.product)}
          </span>
          <span className="ms-auto flex max-w-full flex-wrap items-baseline justify-end gap-x-1 @min-[22rem]:shrink-0">
            <span
              data-price={exactPrice(row)}
              className="min-w-0 break-words"
              title={priceTitle(row)}
            >
              {priceOf(row)}{' '}
              <span className="text-xs font-normal">{worthSymbol(row.collateralSymbol)}</span>
            </span>
            {status === undefined ? <Left row={row} /> : null}
          </span>
        </span>
        <span className="flex items-baseline gap-x-1 text-xs leading-tight text-muted">
          <span
            title={`${strikesText(row.strikes)} · ${bringsText(row)}`}
            className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-1 @min-[22rem]:h-[1.25em] @min-[22rem]:overflow-hidden"
          >
            <Strikes strikes={row.strikes} />
            {isGrouped ? null : (
              <span title={utcTime(row.expiry)} className="whitespace-nowrap">
                {localTime(row.expiry)}
              </span>
            )}
            {row.others.length === 0 ? null : (
              <span className="whitespace-nowrap text-accent" title={i18n.t('orders.bestOfWhy')}>
                {i18n.t('orders.bestOf', { count: row.others.length + 1 })}
              </span>
            )}
            {/* The outcome comes first, because a narrow line is cut off at its end. */}
            <Brings row={row} />
            <Model row={row} />
          </span>
          {/* The status replaces the figure, because both together would leave too little room for
              the product's name. */}
          {status === undefined ? (
            <Edge row={row} />
          ) : (
            <span
              className={`ms-auto whitespace-nowrap ${status.isWarning ? 'text-warn' : ''}`}
              title={status.why}
            >
              {status.text}
            </span>
          )}
        </span>
      </span>
    </button>
  );
});

/** Returns the exact price, and the price in dollars when the token isn't a dollar. */
function priceTitle(row: OrderRow): string {
  const { collateralSymbol } = row;
  const amount = `${exactPrice(row)} ${collateralSymbol}`;
  const dollars = collateralSymbol === 'USDC' ? undefined : dollarsOf(row);
  return i18n.t('orders.priceFull', {
    amount: dollars === undefined ? amount : `${amount} (${dollars})`,
  });
}

const exactPrice = ({ price }: OrderRow) => exactText(price, 8);

/** Shows the strikes with line breaks only between them. */
function Strikes({ strikes }: { strikes: readonly number[] }) {
  return (
    <span data-strikes className="max-w-full text-ink @min-[22rem]:truncate">
      {strikes.map((strike, index) => (
        <Fragment key={strike}>
          {index === 0 ? null : ' '}
          <span className="whitespace-nowrap">
            {strikesText([strike])}
            {index === strikes.length - 1 ? '' : ' ·'}
          </span>
        </Fragment>
      ))}
    </span>
  );
}

/** Shows implied volatility, probability of profit, and delta, for the taker's side. */
function Model({ row }: { row: OrderRow }) {
  const { impliedVolatility, volatilityFrom = 'price', profitChance, delta, side } = row;
  return (
    <>
      {impliedVolatility === undefined ? null : (
        <span className="whitespace-nowrap" title={i18n.t(`orders.volatilityBy.${volatilityFrom}`)}>
          {volatilityFrom === 'nearby' ? '≈ ' : ''}
          {i18n.t('orders.volatility', { figure: volatilityText(impliedVolatility) })}
        </span>
      )}
      {profitChance === undefined ? null : (
        <span className="whitespace-nowrap" title={i18n.t('orders.chanceWhy')}>
          {i18n.t('orders.chance', { figure: chanceText(profitChance) })}
        </span>
      )}
      {delta === undefined ? null : (
        <span className="whitespace-nowrap" title={i18n.t('orders.deltaWhy')}>
          {i18n.t('orders.delta', { figure: deltaText(side === 'buy' ? delta : -delta) })}
        </span>
      )}
    </>
  );
}

interface Status {
  readonly text: string;
  readonly why?: string;
  readonly isWarning: boolean;
}

/** Returns why the order can't be chosen now; undefined when it can. */
function statusOf(row: OrderRow, isLive: boolean, isGone: boolean): Status | undefined {
  if (isGone) {
    const [text, why] = [i18n.t('orders.withdrawn'), i18n.t('orders.withdrawnWhy')];
    return { text, why, isWarning: true };
  }
  if (!row.isChecked && isLive) return { text: i18n.t('orders.checking'), isWarning: false };
  if (!hasNothingLeft(row)) return undefined;
  const [text, why] = [i18n.t('orders.nothingLeft'), i18n.t('orders.nothingLeftWhy')];
  return { text, why, isWarning: true };
}

function Left({ row }: { row: OrderRow }) {
  return (
    <span className="text-xs font-normal break-words text-muted" title={i18n.t('orders.leftWhy')}>
      <span aria-hidden>{i18n.t('orders.left', { contracts: leftOf(row) })}</span>
      <span className="sr-only">
        {i18n.t('orders.leftSpoken', { contracts: contractsLeft(row) })}
      </span>
    </span>
  );
}

/** Shows the taker's leverage or yield. A bought physical option has neither. */
function Edge({ row }: { row: OrderRow }) {
  const isBuy = row.side === 'buy';
  if (isBuy && row.physical) return null;
  const kind = isBuy ? 'leverage' : row.isByFeed === true ? 'yieldByFeed' : 'yield';
  return (
    <span className="ms-auto font-semibold whitespace-nowrap" title={i18n.t(`orders.${kind}Why`)}>
      <span aria-hidden>
        {kind === 'yieldByFeed' ? '≈ ' : ''}
        {edgeOf(row)}
      </span>
      <span className="sr-only">{i18n.t(`orders.${kind}`, { figure: edgeOf(row) })}</span>
    </span>
  );
}

/** Shows the taker's largest gain or loss. For a physical product, shows the exchanged amounts. */
function Brings({ row }: { row: OrderRow }) {
  const { delivery } = row;
  if (delivery !== undefined) {
    return (
      <span className="text-warn" title={`${bringsText(row)}. ${i18n.t('orders.deliveryWhy')}`}>
        {bringsText(row)}
      </span>
    );
  }
  return (
    <span
      title={
        row.side === 'buy'
          ? i18n.t('orders.maxPayoutWhole', { amount: maxPayoutOf(row) })
          : i18n.t('orders.maxLossWhole', { amount: maxLossOf(row) })
      }
    >
      {bringsText(row)}
    </span>
  );
}

function bringsText(row: OrderRow): string {
  const isBuy = row.side === 'buy';
  const { delivery } = row;
  if (delivery !== undefined) {
    const amounts = deliveryOf({ ...row, delivery });
    return i18n.t(isBuy ? 'orders.deliveryBuyer' : 'orders.deliverySeller', amounts);
  }
  return isBuy
    ? i18n.t('orders.maxPayout', { amount: maxPayoutOf(row) })
    : i18n.t('orders.maxLoss', { amount: maxLossOf(row) });
}
