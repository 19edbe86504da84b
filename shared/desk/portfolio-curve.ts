import { DAYS_PER_YEAR, vanillaPrice } from '../orders/black-scholes.ts';
import { feeDollars } from '../orders/fees.ts';
import { makersValue } from '../orders/price.ts';
import type { Holding } from './holding.ts';

/** A time and a market in which a portfolio is valued. */
export interface Scene {
  /** Unix seconds. With `Infinity`, each option gets its value at its own expiry. */
  readonly at: number;
  /** Added to every volatility, as a fraction: 0.1 for ten percentage points. */
  readonly volatilityShift: number;
}

const YEAR_SECONDS = DAYS_PER_YEAR * 86_400;
/** Minimum volatility in a scene, as a fraction per year. */
const MIN_VOLATILITY = 0.01;
/** The curve includes strikes within this share of the spot price. A cap may be twice as high. */
const NEAR = 0.75;
/** Number of prices on a curve besides the strikes. */
const STEPS = 80;

/** Years until an option's expiry in a scene; 0 afterwards. */
export function yearsLeft({ expiry }: Holding, { at }: Scene): number {
  return Math.max(expiry - at, 0) / YEAR_SECONDS;
}

/** Returns a holding's volatility in a scene; undefined when it is unknown. */
export function volatilityIn({ volatility }: Holding, { volatilityShift }: Scene) {
  return volatility && Math.max(volatility + volatilityShift, MIN_VOLATILITY);
}

/**
 * Returns a holding's value in dollars (negative for a seller's debt): the model's value before
 * expiry, and the payoff at this price afterwards. Undefined before expiry if the holding has no
 * volatility.
 */
export function valueIn(holding: Holding, spot: number, scene: Scene): number | undefined {
  return valuerIn(holding, scene)?.(spot);
}

/** Returns the value as a function of the spot price, for the many points of a curve. */
function valuerIn(holding: Holding, scene: Scene): ((spot: number) => number) | undefined {
  const { legs, terms, count, halfSpread } = holding;
  const years = yearsLeft(holding, scene);
  const volatility = years === 0 ? 0 : volatilityIn(holding, scene);
  if (volatility === undefined) return undefined;
  if (years > 0 && halfSpread !== undefined) {
    const market = { middle: volatility, halfSpread };
    return (spot) => {
      const value = makersValue(terms, { spot, years }, market, count > 0 ? 'bid' : 'ask') * count;
      return count > 0 ? value - feeDollars(value, count, spot) : value;
    };
  }
  return (spot) => {
    let sum = 0;
    for (const { kind, strike, weight } of legs) {
      const inside = kind === 'call' ? spot - strike : strike - spot;
      if (years > 0) sum += weight * vanillaPrice({ kind, spot, strike, years }, volatility);
      else if (inside > 0) sum += weight * inside;
    }
    return sum * count;
  };
}

/**
 * Returns the profit of all holdings in dollars at each price. Leaves out holdings without a cost
 * or a value. If the scene is at an expiry, earlier options have settled at the same price, and
 * later options have their model value.
 */
export function profitsAt(
  holdings: readonly Holding[],
  prices: readonly number[],
  scene: Scene,
): readonly number[] {
  const sums = prices.map(() => 0);
  for (const holding of holdings) {
    const { cost } = holding;
    const valueAt = valuerIn(holding, scene);
    if (cost === undefined || valueAt === undefined) continue;
    prices.forEach((price, i) => {
      sums[i] = (sums[i] ?? 0) + valueAt(price) - cost;
    });
  }
  return sums;
}

/**
 * Returns the prices of a curve in dollars, ascending and evenly spaced over a range around the
 * spot price and the nearby strikes. Strikes in this range of options that have expired by then are
 * added, because the payoff has kinks there.
 */
export function curvePrices(
  holdings: readonly Holding[],
  spot: number,
  scene: Scene,
): readonly number[] {
  const strikesOf = (some: readonly Holding[]) =>
    some.flatMap(({ legs }) => legs.map(({ strike }) => strike));
  const isNear = (strike: number) => Math.abs(strike - spot) <= NEAR * spot;
  const marks = [...strikesOf(holdings).filter(isNear), spot];
  const [from, to] = [Math.min(...marks) * 0.8, Math.max(...marks) * 1.2];
  const even = Array.from({ length: STEPS + 1 }, (_, i) => from + ((to - from) * i) / STEPS);
  const kinks = strikesOf(holdings.filter((holding) => yearsLeft(holding, scene) === 0));
  const shown = kinks.filter((strike) => strike >= from && strike <= to);
  return [...new Set([...even, ...shown])].sort((a, b) => a - b);
}
