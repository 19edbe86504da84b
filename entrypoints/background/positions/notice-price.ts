import { i18n } from '#i18n';
import { formatAmount } from '../../../shared/format.ts';

/**
 * A price in dollars with 8 decimals for a browser notification: one of several digits to the cent, a
 * small one to six decimals. Cents are two digits or none.
 */
export function noticePrice(price: bigint): string {
  const marks = { group: i18n.t('numbers.group'), decimal: i18n.t('numbers.decimal') };
  const text = formatAmount(price, 8, price >= 100_00000000n ? 2 : 6, marks);
  const [whole = '', rest = ''] = text.split(marks.decimal);
  const isBare = price % 100_000_000n === 0n || text.startsWith('<');
  const amount = isBare ? text : `${whole}${marks.decimal}${rest.padEnd(2, '0')}`;
  return i18n.t('numbers.money', { sign: '', currency: '$', amount });
}
