import { i18n } from '#i18n';
import { valueAt } from '../../shared/orders/picture.ts';
import { priceText as priceOf, signedUsdText, usdText } from '../texts/numbers.ts';
import type { Point } from './plot.ts';

/** Returns a price in the format of the figures beside the picture. */
export function priceText(price: number): string {
  return priceOf(inUsd8(price));
}

/** Returns signed dollars, rounded down to the cent: "+$12.50", "−$3.00". */
export function signedDollars(value: number): string {
  return signedUsdText(inUsd8(value));
}

/** Returns the curve's values at one price as a full sentence, also for screen readers. */
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

/** The picture's numbers came from integers of 8 decimals, so smaller differences are noise. */
function inUsd8(value: number): bigint {
  return BigInt(Math.round(value * 1e8));
}
