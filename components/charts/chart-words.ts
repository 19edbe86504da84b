import { i18n } from '#i18n';
import { valueAt } from '../../shared/orders/picture.ts';
import { languageTag } from '../ui/numbers.ts';
import type { Point } from './plot.ts';

/** A price of the axis: whole dollars, but for small ones. */
export function priceText(price: number): string {
  return `$${price.toLocaleString(languageTag(), { maximumFractionDigits: price < 100 ? 4 : 0 })}`;
}

/** Dollars with their sign: "+$12.50", "−$3". */
export function signedDollars(value: number): string {
  return `${value < 0 ? '−' : '+'}${dollars(value)}`;
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
    return i18n.t('chart.payoutAt', { asset, price, value: dollars(value) });
  }
  return value < 0
    ? i18n.t('chart.lossAt', { asset, price, value: signedDollars(value) })
    : i18n.t('chart.profitAt', { asset, price, value: signedDollars(value) });
}

function dollars(value: number): string {
  return `$${Math.abs(value).toLocaleString(languageTag(), { maximumFractionDigits: 2 })}`;
}
