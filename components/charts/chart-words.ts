import { i18n } from '#i18n';
import { valueAt } from '../../shared/orders/picture.ts';
import { languageTag } from '../ui/numbers.ts';
import type { Point } from './plot.ts';

/** A price of the axis: whole dollars, but for small ones. */
export function priceText(price: number): string {
  return dollars('', price, price < 100 ? 4 : 0);
}

/** Dollars with their sign: "+$12.50", "−$3". */
export function signedDollars(value: number): string {
  return dollars(value < 0 ? '−' : '+', Math.abs(value), 2);
}

/** What the curve says at one price, whole: for the eye and for a screen reader. */
export function readOut(options: {
  view: 'profit' | 'payout';
  points: readonly Point[];
  price: number;
  asset: string;
}): string {
  const value = valueAt(options.points, options.price);
  const price = priceText(options.price);
  const { asset } = options;
  if (options.view === 'payout') {
    return i18n.t('chart.payoutAt', { asset, price, value: dollars('', value, 2) });
  }
  return value < 0
    ? i18n.t('chart.lossAt', { asset, price, value: signedDollars(value) })
    : i18n.t('chart.profitAt', { asset, price, value: signedDollars(value) });
}

function dollars(sign: string, size: number, fraction: number): string {
  const amount = size.toLocaleString(languageTag(), { maximumFractionDigits: fraction });
  return i18n.t('numbers.money', { sign, currency: '$', amount });
}
