import { i18n } from '#i18n';
import type { OrderRow } from '../../../../shared/messages/market.ts';
import { productLabel } from '../../../texts/product-name.ts';
import { strikesText } from './strike-text.ts';

/** Returns a short description of a fill of the order: "Buy Call spread 2,600 · 2,800". */
export function quoteName({
  side,
  product,
  strikes,
}: Pick<OrderRow, 'side' | 'product' | 'strikes'>): string {
  const does = i18n.t(side === 'buy' ? 'orders.buy' : 'orders.sell');
  return `${does} ${productLabel(product)} ${strikesText(strikes)}`;
}
