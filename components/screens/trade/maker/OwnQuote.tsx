import { i18n } from '#i18n';
import type { OrderRow } from '../../../../shared/messages/market.ts';
import { exactText } from '../../../texts/numbers.ts';
import { productLabel } from '../../../texts/product-name.ts';
import { localTime, utcTime } from '../../../texts/times.ts';
import { contractsLeft, priceOf } from '../orders/order-figures.ts';
import { QuoteLife } from '../orders/QuoteLife.tsx';
import { strikesText } from '../orders/strike-text.ts';

/** Shows a quote of the account as its maker sees it: the taker's purchase is the maker's sale. */
export function OwnQuote({ row }: { row: OrderRow }) {
  return (
    <li className="flex items-start gap-3 p-3 text-xs">
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <p className="text-sm leading-tight font-semibold break-words">
          {i18n.t(row.side === 'buy' ? 'maker.youSell' : 'maker.youBuy')} {row.asset}{' '}
          {productLabel(row.product)}
        </p>
        <p className="break-words">{strikesText(row.strikes)}</p>
        <p className="text-muted break-words" title={utcTime(row.expiry)}>
          {localTime(row.expiry)} · {i18n.t('maker.left', { contracts: contractsLeft(row) })}
        </p>
        <p className="text-muted" title={exactText(row.price, 8)}>
          {i18n.t('maker.price', { amount: `${priceOf(row)} ${row.collateralSymbol}` })}
        </p>
      </div>
      <QuoteLife ends={row.quoteEnds} />
    </li>
  );
}
