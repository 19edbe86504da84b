import { normalCumulative, normalDensity } from './normal.ts';

/** A plain European option. Model values, so amounts are plain numbers. */
export interface Vanilla {
  readonly kind: 'call' | 'put';
  readonly spot: number;
  readonly strike: number;
  /** Remaining time in years of 365 days. */
  readonly years: number;
}

export interface Greeks {
  /** Change of the price per dollar of spot. */
  readonly delta: number;
  /** Change of delta per dollar of spot. */
  readonly gamma: number;
  /** Change of the price per calendar day. */
  readonly theta: number;
  /** Change of the price per volatility point (0.01). */
  readonly vega: number;
}

export const DAYS_PER_YEAR = 365;

/**
 * Returns the Black-Scholes price in dollars with interest rate 0. Without time or volatility,
 * returns the intrinsic value.
 */
export function vanillaPrice({ kind, spot, strike, years }: Vanilla, volatility: number): number {
  const deviation = volatility * Math.sqrt(years);
  if (!(deviation > 0)) return Math.max(kind === 'call' ? spot - strike : strike - spot, 0);
  const d1 = Math.log(spot / strike) / deviation + deviation / 2;
  const d2 = d1 - deviation;
  return kind === 'call'
    ? spot * normalCumulative(d1) - strike * normalCumulative(d2)
    : strike * normalCumulative(-d2) - spot * normalCumulative(-d1);
}

/**
 * Returns the greeks in the Black-Scholes model, with theta per calendar day and vega per
 * volatility point.
 */
export function vanillaGreeks({ kind, spot, strike, years }: Vanilla, volatility: number): Greeks {
  const deviation = volatility * Math.sqrt(years);
  if (!(deviation > 0)) {
    const isInside = kind === 'call' ? spot > strike : spot < strike;
    return { delta: isInside ? (kind === 'call' ? 1 : -1) : 0, gamma: 0, theta: 0, vega: 0 };
  }
  const d1 = Math.log(spot / strike) / deviation + deviation / 2;
  const density = normalDensity(d1);
  return {
    delta: kind === 'call' ? normalCumulative(d1) : normalCumulative(d1) - 1,
    gamma: density / (spot * deviation),
    theta: -(spot * density * volatility) / (2 * Math.sqrt(years)) / DAYS_PER_YEAR,
    vega: (spot * density * Math.sqrt(years)) / 100,
  };
}

const MAX_VOLATILITY = 20;

/**
 * Returns the volatility at which the model price is `price` dollars; undefined when no volatility
 * between 0 and 20 fits (below intrinsic value, above the model's bound, or no time left). Newton's
 * method within an interval that contains the root.
 */
export function impliedVolatility(option: Vanilla, price: number): number | undefined {
  const { spot, strike, years } = option;
  if (!(spot > 0 && strike > 0 && years > 0 && price > 0)) return undefined;
  if (price <= vanillaPrice(option, 0) || price >= vanillaPrice(option, MAX_VOLATILITY))
    return undefined;
  let low = 0;
  let high = MAX_VOLATILITY;
  // At the inflection point, Newton's method can't overshoot.
  let volatility = Math.max(Math.sqrt((2 * Math.abs(Math.log(spot / strike))) / years), 0.05);
  volatility = Math.min(volatility, MAX_VOLATILITY / 2);
  for (let step = 0; step < 100; step++) {
    const difference = vanillaPrice(option, volatility) - price;
    if (difference > 0) high = volatility;
    else low = volatility;
    const slope = vanillaGreeks(option, volatility).vega * 100;
    const newton = volatility - difference / slope;
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    if (Math.abs(next - volatility) < 1e-12) return next;
    volatility = next;
  }
  return volatility;
}
