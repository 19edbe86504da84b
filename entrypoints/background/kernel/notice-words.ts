import { i18n } from '#i18n';
import { formatAmount, formatPrice, type NumberMarks, withCents } from '../../../shared/format.ts';

const marks = (): NumberMarks => ({
  group: i18n.t('numbers.group'),
  decimal: i18n.t('numbers.decimal'),
});

/** Formats a price in dollars with 8 decimals for a browser notification; see `formatPrice`. */
export function noticePrice(price: bigint): string {
  return i18n.t('numbers.money', {
    sign: '',
    currency: '$',
    amount: formatPrice(price, marks()),
  });
}

/** Formats dollars with 8 decimals to the cent, negative ones with a minus. */
export function noticeUsd(amount: bigint): string {
  const size = amount < 0n ? -amount : amount;
  return i18n.t('numbers.money', {
    sign: amount < 0n ? '−' : '',
    currency: '$',
    amount: withCents(formatAmount(size, 8, 2, marks()), marks()),
  });
}

/** Formats base units of a token with its symbol. */
export function noticeAmount(units: bigint, decimals: number, symbol: string): string {
  return `${formatAmount(units, decimals, 6, marks())} ${symbol}`;
}
