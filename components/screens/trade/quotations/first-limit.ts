import { exactText } from '../../../texts/numbers.ts';

/** Number of significant digits of a suggested limit. */
const DIGITS = 4;

/**
 * Returns a suggested limit for an amount in base units: rounded to four digits, down for a sale
 * and up for a purchase, so that a maker's price is within the limit. Empty for zero.
 */
export function firstLimit(amount: bigint, isSale: boolean, decimals: number): string {
  if (amount === 0n) return '';
  const step = 10n ** BigInt(Math.max(0, amount.toString().length - DIGITS));
  const rounded = isSale ? amount / step : (amount + step - 1n) / step;
  return exactText(rounded * step, decimals);
}
