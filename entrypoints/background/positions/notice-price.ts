import { i18n } from '#i18n';
import { formatPrice } from '../../../shared/format.ts';

/** Formats a price in dollars with 8 decimals for a browser notification; see `formatPrice`. */
export function noticePrice(price: bigint): string {
  const marks = { group: i18n.t('numbers.group'), decimal: i18n.t('numbers.decimal') };
  const amount = formatPrice(price, marks);
  return i18n.t('numbers.money', { sign: '', currency: '$', amount });
}
