import { toNumber8 } from '../units.ts';
import type { ProfitCurve } from './curve.ts';
import { normalCumulative } from './normal.ts';

/** A lognormal distribution of the settlement price without drift, like the pricing model. */
export interface Distribution {
  /** Dollars. */
  readonly spot: number;
  /** Remaining time in years of 365 days. */
  readonly years: number;
  /** A fraction per year. */
  readonly volatility: number;
}

/** Returns the probability that the settlement price is at most `price` dollars. */
export function probabilityBelow(price: number, { spot, years, volatility }: Distribution): number {
  const deviation = volatility * Math.sqrt(years);
  if (!(price > 0)) return 0;
  if (!(deviation > 0)) return spot <= price ? 1 : 0;
  return normalCumulative(Math.log(price / spot) / deviation + deviation / 2);
}

/**
 * Returns the probability that a fill ends with a profit, from 0 to 1. Adds up the ranges between
 * break-evens in which the curve is positive.
 */
export function probabilityOfProfit(
  { points, breakEvens }: Pick<ProfitCurve, 'points' | 'breakEvens'>,
  distribution: Distribution,
): number {
  const bounds = [0, ...breakEvens.map(toNumber8), Number.POSITIVE_INFINITY];
  let sum = 0;
  bounds.slice(1).forEach((to, i) => {
    const from = bounds[i] ?? 0;
    const inside = Number.isFinite(to) ? (from + to) / 2 : beyond(from, points);
    if (profitNear(inside, points) <= 0) return;
    const above = Number.isFinite(to) ? probabilityBelow(to, distribution) : 1;
    sum += above - probabilityBelow(from, distribution);
  });
  return Math.min(Math.max(sum, 0), 1);
}

/** Returns a price above both the last break-even and the last kink. */
function beyond(breakEven: number, points: ProfitCurve['points']): number {
  const last = points.at(-1);
  return 2 * Math.max(breakEven, last === undefined ? 1 : toNumber8(last.settlementPrice));
}

/** Interpolates the profit between the points. Beyond the last point, the last slope continues. */
function profitNear(price: number, points: ProfitCurve['points']): number {
  const after = points.findIndex(({ settlementPrice }) => toNumber8(settlementPrice) >= price);
  const end = after < 0 ? points.length - 1 : Math.max(after, 1);
  const [a, b] = [points[end - 1], points[end]];
  if (a === undefined || b === undefined) return 0;
  const [x, y] = [toNumber8(a.settlementPrice), toNumber8(b.settlementPrice)];
  const [start, finish] = [toNumber8(a.profit), toNumber8(b.profit)];
  return start + ((finish - start) * (price - x)) / (y - x);
}
