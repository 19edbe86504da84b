import { Fragment, memo, type ReactNode } from 'react';
import { i18n } from '#i18n';
import type { OrderRow } from '../../../shared/messages/market.ts';
import { productLabel } from '../../ui/product-name.ts';
import { leftUntil, localTime, utcTime } from '../../ui/times.ts';
import { OrderThumbnail } from './OrderThumbnail.tsx';
import { hasNothingLeft } from './order-list.ts';
import { QuoteLife } from './QuoteLife.tsx';
import { strikesText } from './strike-text.ts';

const EDGE = {
  leverage: 'orders.leverage',
  yield: 'orders.yield',
  yieldByFeed: 'orders.yieldByFeed',
} as const;
const EDGE_WHY = {
  leverage: 'orders.leverageWhy',
  yield: 'orders.yieldWhy',
  yieldByFeed: 'orders.yieldByFeedWhy',
} as const;

/** One order: what it is, what it costs, what it can bring, and how long it stands. */
export const OrderListRow = memo(function OrderListRow(props: {
  row: OrderRow;
  /** False for rows of an earlier start: their quotes are over. */
  isLive: boolean;
  isPicked: boolean;
  onPick: (digest: string) => void;
}) {
  const { row, isLive, isPicked, onPick } = props;
  const isEmpty = isLive && hasNothingLeft(row);
  const isOpen = isLive && row.isChecked && !isEmpty;
  const { collateralSymbol: symbol } = row;
  const side = i18n.t(row.side === 'buy' ? 'orders.buy' : 'orders.sell');
  const isBuy = row.side === 'buy';
  const kind = isBuy ? 'leverage' : row.isByFeed === true ? 'yieldByFeed' : 'yield';
  return (
    <button
      type="button"
      data-row
      aria-disabled={!isOpen}
      aria-current={isPicked ? 'true' : undefined}
      onClick={() => {
        if (isOpen) onPick(row.digest);
      }}
      className={`flex w-full items-center gap-3 px-4 py-1.5 text-left outline-offset-[-2px] hover:bg-raised ${isEmpty ? 'aria-disabled:cursor-not-allowed' : 'aria-disabled:cursor-progress'} ${isPicked ? 'bg-accent-soft' : ''} ${isOpen ? '' : 'text-muted'}`}
    >
      <span className="flex w-18 shrink-0 flex-col gap-1.5 text-xs">
        <OrderThumbnail outline={row.thumbnail} />
        <QuoteLife ends={row.quoteEnds} />
      </span>
      <span className="flex min-w-0 flex-1 flex-col gap-px">
        <span className="flex items-baseline gap-1.5 text-sm leading-tight font-semibold">
          <span
            className={`shrink-0 rounded-md px-1.5 text-xs ${isBuy ? 'bg-accent-soft text-accent' : 'bg-warn-soft text-warn'}`}
          >
            {side}
          </span>
          <span data-name className="min-w-0 break-words">
            {row.asset} {productLabel(row.product)}
          </span>
        </span>
        <Line className="text-sm">
          <span
            className="max-w-full font-semibold break-words"
            title={i18n.t('orders.priceFull', { amount: `${row.priceExact} ${symbol}` })}
          >
            {row.price} {symbol}
          </span>
          <span className="ml-auto text-xs text-muted">{row.priceUsdText ?? '—'}</span>
        </Line>
        <Line>
          <Strikes strikes={row.strikes} />
          {isBuy && row.physical ? null : (
            <span className="ml-auto text-muted" title={i18n.t(EDGE_WHY[kind])}>
              {i18n.t(EDGE[kind], { figure: row.edgeText })}
            </span>
          )}
        </Line>
        <span className="text-xs leading-tight text-muted" title={utcTime(row.expiry)}>
          {localTime(row.expiry)} ·{' '}
          <span className="whitespace-nowrap">
            {i18n.t('orders.expiresIn', { time: leftUntil(row.expiry, Date.now()) })}
          </span>
        </span>
        <Line className="text-muted">
          <Left row={row} isLive={isLive} />
          <Brings row={row} />
        </Line>
      </span>
    </button>
  );
});

/** Two figures side by side, or one under the other where both have no room. */
function Line({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <span
      className={`flex flex-wrap items-baseline justify-between gap-x-2 text-xs leading-tight ${className}`}
    >
      {children}
    </span>
  );
}

/** Each strike whole; a line ends between two of them. */
function Strikes({ strikes }: { strikes: readonly number[] }) {
  return (
    <span data-strikes>
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

/** How much of the order is to be had, or why none of it is. */
function Left({ row, isLive }: { row: OrderRow; isLive: boolean }) {
  if (!row.isChecked && isLive) return <span data-left>{i18n.t('orders.checking')}</span>;
  if (hasNothingLeft(row)) {
    return (
      <span data-left className="text-warn" title={i18n.t('orders.nothingLeftWhy')}>
        {i18n.t('orders.nothingLeft')}
      </span>
    );
  }
  return (
    <span data-left className="max-w-full break-words" title={i18n.t('orders.leftWhy')}>
      {i18n.t('orders.left', { contracts: row.available })}
    </span>
  );
}

/** The most that the taker gets or loses; of a physical product what is given for what. */
function Brings({ row }: { row: OrderRow }) {
  const { delivery, maxPayout, maxLoss, collateralSymbol: symbol } = row;
  if (delivery !== undefined) {
    return (
      <span className="ml-auto text-right text-warn" title={i18n.t('orders.deliveryWhy')}>
        {i18n.t(row.side === 'buy' ? 'orders.deliveryBuyer' : 'orders.deliverySeller', delivery)}
      </span>
    );
  }
  return (
    <span className="ml-auto" title={`${maxLoss ?? maxPayout} ${symbol}`}>
      {row.side === 'buy'
        ? i18n.t('orders.maxPayout', { amount: `${maxPayout} ${symbol}` })
        : i18n.t('orders.maxLoss', {
            amount: maxLoss === undefined ? '—' : `${maxLoss} ${symbol}`,
          })}
    </span>
  );
}
