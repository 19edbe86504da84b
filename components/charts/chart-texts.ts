import { i18n } from '#i18n';
import { valueAt } from '../../shared/orders/picture.ts';
import { toUsd8 } from '../../shared/units.ts';
import { priceText as priceOf, signedUsdText, usdText } from '../texts/numbers.ts';
import type { Point } from './plot.ts';

/** Returns a price in the format of the figures beside the chart. */
export function priceText(price: number): string {
  return priceOf(toUsd8(price));
}

/** Returns signed dollars, rounded down to the cent: "+$12.50", "−$3.00". */
export function signedDollars(value: number): string {
  return signedUsdText(toUsd8(value));
}

/** Returns a model's result in dollars with a sign, or "$0.00" for less than half a cent. */
export function modelDollars(value: number): string {
  return Math.abs(value) < 0.005 ? usdText(0n) : signedDollars(value);
}

/**
 * Describes the curve's values at one price in a sentence. Screen readers read the sentence too.
 */
export function readOut(options: {
  view: 'profit' | 'payout';
  points: readonly Point[];
  before?: { readonly points: readonly Point[]; readonly when: string } | undefined;
  price: number;
  asset: string;
}): string {
  const value = valueAt(options.points, options.price);
  const price = priceText(options.price);
  const { asset } = options;
  if (options.view === 'payout') {
    return i18n.t('chart.payoutAt', { asset, price, value: usdText(toUsd8(value)) });
  }
  const atEnd =
    value < 0
      ? i18n.t('chart.lossAt', { asset, price, value: signedDollars(value) })
      : i18n.t('chart.profitAt', { asset, price, value: signedDollars(value) });
  if (options.before === undefined) return atEnd;
  const { points, when } = options.before;
  return i18n.t('chart.andBefore', {
    ...{ atEnd, when, value: modelDollars(valueAt(points, options.price)) },
  });
}
