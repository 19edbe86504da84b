import { bisect } from './bisect.ts';
import { vanillaPrice } from './black-scholes.ts';

/** A call that pays at most `cap − strike`. Model values, so amounts are plain numbers. */
export interface CappedCall {
  readonly spot: number;
  readonly strike: number;
  readonly cap: number;
  /** Remaining time in years of 365 days. */
  readonly years: number;
}

const MAX_VOLATILITY = 20;

/** Returns the model price in dollars, with interest rate 0. */
export function cappedCallPrice(option: CappedCall, volatility: number): number {
  const { spot, strike, cap, years } = option;
  return (
    vanillaPrice({ kind: 'call', spot, strike, years }, volatility) -
    vanillaPrice({ kind: 'call', spot, strike: cap, years }, volatility)
  );
}

/**
 * Returns the volatility at which the model price is `price` dollars; undefined when no volatility
 * fits. While spot² is below strike × cap, the price rises with the volatility to a peak and then
 * falls, so two volatilities can fit. Returns the lower volatility then. Otherwise the price only
 * falls.
 */
export function cappedCallVolatility(option: CappedCall, price: number): number | undefined {
  const { spot, strike, cap, years } = option;
  if (!(spot > 0 && strike > 0 && cap > strike && years > 0 && price > 0)) return undefined;
  // Value of volatility² × years at which the vegas of the two calls are equal.
  const peak = Math.log(strike * cap) - 2 * Math.log(spot);
  const isRising = peak > 0;
  const most = isRising ? Math.min(Math.sqrt(peak / years), MAX_VOLATILITY) : MAX_VOLATILITY;
  const ends = [cappedCallPrice(option, 0), cappedCallPrice(option, most)] as const;
  if (price <= Math.min(...ends) || price >= Math.max(...ends)) return undefined;
  return bisect((volatility) => cappedCallPrice(option, volatility) - price, 0, most);
}
