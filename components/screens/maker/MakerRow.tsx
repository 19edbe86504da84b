import { i18n } from '#i18n';
import type { MakerOrder } from '../../../shared/messages/market.ts';
import { exactText } from '../../texts/numbers.ts';
import { productLabel } from '../../texts/product-name.ts';
import { localTime, utcTime } from '../../texts/times.ts';
import { Button } from '../../ui/Button.tsx';
import { OrderThumbnail } from '../orders/OrderThumbnail.tsx';
import { contractsLeft, priceOf } from '../orders/order-figures.ts';
import { QuoteLife } from '../orders/QuoteLife.tsx';
import { strikesText } from '../orders/strike-text.ts';

/** One own quote from the maker's view: the taker's purchase is the maker's sale. */
export function MakerRow(props: {
  order: MakerOrder;
  isSelected: boolean;
  isDisabled: boolean;
  onSelect: (isOn: boolean) => void;
  onCancel: () => void;
}) {
  const { order, isDisabled } = props;
  const { row, siblings } = order;
  const strikes = strikesText(row.strikes);
  const quote = `${row.asset} ${productLabel(row.product)} ${strikes}`;
  return (
    <li className="flex flex-col gap-2 p-3">
      <div className="flex items-start gap-3">
        <input
          type="checkbox"
          aria-label={i18n.t('maker.select', { quote })}
          checked={props.isSelected}
          disabled={isDisabled}
          onChange={(event) => props.onSelect(event.target.checked)}
          className="mt-0.5 size-4 shrink-0 accent-accent"
        />
        <div className="flex min-w-0 flex-1 flex-col gap-0.5 text-xs">
          <p className="text-sm leading-tight font-semibold break-words">
            {i18n.t(row.side === 'buy' ? 'maker.youSell' : 'maker.youBuy')} {row.asset}{' '}
            {productLabel(row.product)}
          </p>
          <p className="break-words">{strikes}</p>
          <p className="text-muted break-words" title={utcTime(row.expiry)}>
            {localTime(row.expiry)} · {i18n.t('maker.left', { contracts: contractsLeft(row) })}
          </p>
          <p className="text-muted" title={exactText(BigInt(row.price), 8)}>
            {i18n.t('maker.price', { amount: `${priceOf(row)} ${row.collateralSymbol}` })}
          </p>
        </div>
        <div className="flex w-18 shrink-0 flex-col items-end gap-1.5 text-xs">
          <OrderThumbnail outline={row.thumbnail} isMirrored />
          <QuoteLife ends={row.quoteEnds} />
        </div>
      </div>
      <div className="flex items-center justify-between gap-3 ps-7">
        <p className="text-xs text-pretty text-warn">
          {siblings === 0 ? '' : i18n.t('maker.shared', siblings)}
        </p>
        <Button
          kind="quiet"
          className="min-h-8 shrink-0"
          aria-label={i18n.t('maker.cancelOne', { quote })}
          disabled={isDisabled}
          onClick={props.onCancel}
        >
          {i18n.t('maker.cancel')}
        </Button>
      </div>
    </li>
  );
}
