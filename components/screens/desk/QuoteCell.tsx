import { memo } from 'react';
import { i18n } from '#i18n';
import { worthSymbol } from '../../../shared/chain/lending.ts';
import { termsKey } from '../../../shared/desk/one-row-per-terms.ts';
import type { OrderRow } from '../../../shared/messages/market.ts';
import { productLabel } from '../../texts/product-name.ts';
import { contractsLeft, dollarsOf, narrowPrice, priceOf } from '../trade/orders/order-figures.ts';
import { strikesText } from '../trade/orders/strike-text.ts';

export interface CellFacts {
  readonly canPay: (collateralSymbol: string) => boolean;
  readonly isLive: boolean;
  /** Terms of the chosen quotes. */
  readonly picked: readonly string[];
  readonly onPick: (row: OrderRow) => void;
}

/** Shows the best quote of one option and side; a dash if there is none. */
export const QuoteCell = memo(function QuoteCell(
  props: CellFacts & {
    /** Sorted: the best quote first. */
    quotes: readonly OrderRow[];
    row: number;
    column: number;
    /** True for the cell that the Tab key reaches. */
    isStop: boolean;
  },
) {
  const { quotes, isLive, picked } = props;
  const [best] = quotes;
  if (best === undefined) return <td className="px-1.5 text-end text-muted">—</td>;
  const terms = termsKey(best);
  const isPicked = picked.includes(terms);
  const token = worthSymbol(best.collateralSymbol);
  const price = dollarsOf(best) ?? `${priceOf(best)} ${token}`;
  const isBuy = best.side === 'buy';
  const isShort = !props.canPay(best.collateralSymbol);
  const facts = [
    i18n.t(isBuy ? 'desk.buyAt' : 'desk.sellAt', {
      product: `${productLabel(best.product)} ${strikesText(best.strikes)}`,
      price,
    }),
    contractsLeft(best),
    ...(quotes.length > 1 ? [i18n.t('orders.bestOf', { count: quotes.length })] : []),
    ...(isShort ? [i18n.t('desk.short', { token })] : []),
  ].join(' · ');
  return (
    <td className="px-0.5">
      <button
        type="button"
        data-terms={terms}
        data-cell={`${props.row} ${props.column}`}
        data-short={isShort || undefined}
        tabIndex={props.isStop ? 0 : -1}
        aria-current={isPicked ? 'true' : undefined}
        aria-disabled={!isLive}
        title={facts}
        onClick={() => {
          if (isLive) props.onPick(best);
        }}
        className={`flex min-h-6 w-full items-center justify-end rounded-md px-1 leading-tight hover:bg-raised aria-disabled:cursor-progress ${isPicked ? 'bg-accent-soft' : ''} ${isLive && best.isChecked && !isShort ? '' : 'text-muted'}`}
      >
        <span
          aria-hidden
          data-price
          className={`text-xs font-semibold whitespace-nowrap ${isShort ? 'underline decoration-dotted underline-offset-4' : isBuy ? 'text-accent' : 'text-warn'}`}
        >
          {narrowPrice(best, price)}
        </span>
      </button>
    </td>
  );
});
