import { i18n } from '#i18n';
import { valueAt } from '../../shared/orders/picture.ts';
import { priceText as priceOf, signedUsdText, usdText } from '../ui/numbers.ts';
import type { Point } from './plot.ts';

/** A price as every figure beside the picture writes it. */
export function priceText(price: number): string {
  return priceOf(inUsd8(price));
}

/** Dollars with their sign, cut off to the cent like every amount: "+$12.50", "−$3.00". */
export function signedDollars(value: number): string {
  return signedUsdText(inUsd8(value));
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
    return i18n.t('chart.payoutAt', { asset, price, value: usdText(inUsd8(value)) });
  }
  return value < 0
    ? i18n.t('chart.lossAt', { asset, price, value: signedDollars(value) })
    : i18n.t('chart.profitAt', { asset, price, value: signedDollars(value) });
}

/** The picture's numbers came from integers of 8 decimals: their noise is smaller than one of those. */
function inUsd8(value: number): bigint {
  return BigInt(Math.round(value * 1e8));
}
