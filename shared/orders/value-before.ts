import { toWhole } from '../units.ts';
import { modelValue } from './price.ts';
import type { FillQuote } from './quote.ts';
import type { OptionTerms } from './terms.ts';

/** A moment before expiry, in years of 365 days, with an annual volatility as a fraction. */
export interface ModelMoment {
  readonly years: number;
  readonly volatility: number;
}

/**
 * Returns the taker's model profit in dollars at a price and a moment before expiry: the change
 * from the fill's premium to the contracts' value, without a fee for closing. A premium in the
 * underlying is converted at the given price. With no time left, the result equals `profitCurve`.
 * Not for payments.
 */
export function profitBefore(
  fill: {
    readonly terms: OptionTerms;
    readonly contracts: bigint;
    readonly decimals: number;
    readonly quote: Pick<FillQuote, 'side' | 'premium' | 'receives'>;
  },
  { years, volatility }: ModelMoment,
): (price: number) => number {
  const { terms, decimals, quote } = fill;
  const isBuying = quote.side === 'buy';
  const count = toWhole(fill.contracts, decimals) * (isBuying ? 1 : -1);
  const cash = isBuying ? -toWhole(quote.premium, decimals) : toWhole(quote.receives, decimals);
  return (price) =>
    count * modelValue(terms, price, years, volatility) +
    cash * (terms.product.isQuoteCollateral ? 1 : price);
}
