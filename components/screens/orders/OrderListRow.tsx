import { memo } from 'react';
import { i18n } from '#i18n';
import type { OrderRow } from '../../../shared/messages/market.ts';
import { productLabel } from '../../ui/product-name.ts';
import { leftUntil, localTime, utcTime } from '../../ui/times.ts';
import { OrderThumbnail } from './OrderThumbnail.tsx';
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
  const isOpen = isLive && row.isChecked;
  const { collateralSymbol: symbol } = row;
  const strikes = strikesText(row.strikes);
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
      className={`flex size-full items-center gap-3 px-4 text-left outline-offset-[-2px] hover:bg-raised aria-disabled:cursor-progress ${isPicked ? 'bg-accent-soft' : ''} ${isOpen ? '' : 'text-muted'}`}
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
        <span className="flex items-baseline justify-between gap-2 text-sm">
          <span
            className="truncate font-semibold"
            title={i18n.t('orders.priceFull', { amount: `${row.priceExact} ${symbol}` })}
          >
            {row.price} {symbol}
          </span>
          <span className="shrink-0 text-xs text-muted">{row.priceUsdText ?? '—'}</span>
        </span>
        <span className="flex items-baseline justify-between gap-2 text-xs">
          <span className="truncate" title={strikes}>
            {strikes}
          </span>
          <span className="shrink-0 text-muted" title={i18n.t(EDGE_WHY[kind])}>
            {i18n.t(EDGE[kind], { figure: row.edgeText })}
          </span>
        </span>
        <span className="truncate text-xs text-muted" title={utcTime(row.expiry)}>
          {localTime(row.expiry)} ·{' '}
          {i18n.t('orders.expiresIn', { time: leftUntil(row.expiry, Date.now()) })}
          {row.physical ? <span className="text-warn"> · {i18n.t('orders.physical')}</span> : null}
        </span>
        <span className="flex flex-wrap items-baseline justify-between gap-x-2 text-xs leading-tight text-muted">
          <span data-left className="max-w-full truncate" title={i18n.t('orders.leftWhy')}>
            {row.isChecked || !isLive
              ? i18n.t('orders.left', { contracts: row.available })
              : i18n.t('orders.checking')}
          </span>
          <span className="shrink-0" title={`${row.maxLoss ?? row.maxPayout} ${symbol}`}>
            {isBuy
              ? i18n.t('orders.maxPayout', { amount: `${row.maxPayout} ${symbol}` })
              : i18n.t('orders.maxLoss', {
                  amount: row.maxLoss === undefined ? '—' : `${row.maxLoss} ${symbol}`,
                })}
          </span>
        </span>
      </span>
    </button>
  );
});
