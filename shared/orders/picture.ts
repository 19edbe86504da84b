import { type Contracts, type Price8, toNumber8, toWhole } from '../units.ts';
import type { ProfitCurve } from './curve.ts';
import { legsPayoff } from './legs.ts';
import type { OptionTerms } from './terms.ts';

/** Profit and loss at expiry by price, for drawing. Model values, never used for payments. */
export interface PayoffPicture {
  readonly asset: string;
  readonly unit: string;
  readonly points: readonly (readonly [price: number, profit: number])[];
  /** The option's payoff to its buyer in the same unit; missing when the size is unknown. */
  readonly payouts?: readonly (readonly [price: number, payout: number])[];
  readonly strikes: readonly number[];
  readonly breakEvens: readonly number[];
  readonly spot?: number;
}

/**
 * Margins beyond the outermost marks: a share of the marks' range, but at least a share of the
 * highest mark.
 */
const SPREAD_MARGIN = 0.35;
const PRICE_MARGIN = 0.06;
/**
 * Break-evens are drawn up to this multiple of the highest strike or the spot price. A premium in
 * the underlying grows with the underlying's price, so a product may have a second, distant
 * break-even. A distant break-even is shown only as a number.
 */
const FAR = 2n;

/**
 * Returns the curves of a fill around the strikes, the break-evens and the spot, with a margin.
 * Profit and payout are in dollars; payout is the option's payoff to its buyer. For drawing only.
 * Empty for physical products, which don't pay cash.
 */
export function pictureOf(options: {
  terms: OptionTerms;
  contracts: Contracts;
  /** Decimals of the collateral token. */
  decimals: number;
  curve: ProfitCurve;
  asset: string;
  spot: Price8 | undefined;
}): PayoffPicture | undefined {
  const { terms, contracts, decimals, curve, asset, spot } = options;
  if (terms.product.isPhysical) return undefined;
  const picture = pictureOfCurve({ curve, strikes: terms.strikes, asset, spot });
  const count = toWhole(contracts, decimals);
  const payouts = curve.points.map(
    ({ settlementPrice }) =>
      [
        toNumber8(settlementPrice),
        toNumber8(legsPayoff(terms.legs, settlementPrice)) * count,
      ] as const,
  );
  const [from, to] = [picture.points[0]?.[0] ?? 0, picture.points.at(-1)?.[0] ?? 0];
  return { ...picture, payouts: cut(payouts, from, to) };
}

/** Returns the picture of a profit curve without a size. The picture has no payout. */
export function pictureOfCurve(options: {
  curve: ProfitCurve;
  strikes: readonly Price8[];
  asset: string;
  spot: Price8 | undefined;
}): PayoffPicture {
  const { curve, asset } = options;
  const strikes = options.strikes.map(toNumber8);
  const breakEvens = nearBreakEvens(options).map(toNumber8);
  const spot = options.spot === undefined ? undefined : toNumber8(options.spot);
  const marks = [...strikes, ...breakEvens, ...(spot === undefined ? [] : [spot])];
  const low = Math.min(...marks);
  const high = Math.max(...marks);
  const margin = Math.max((high - low) * SPREAD_MARGIN, high * PRICE_MARGIN);
  const points = curve.points.map(
    (point) => [toNumber8(point.settlementPrice), toNumber8(point.profit)] as const,
  );
  return {
    asset,
    unit: 'USD',
    points: cut(points, Math.max(0, low - margin), high + margin),
    strikes,
    breakEvens,
    ...(spot === undefined ? {} : { spot }),
  };
}

function nearBreakEvens({
  curve,
  strikes,
  spot,
}: Pick<Parameters<typeof pictureOfCurve>[0], 'curve' | 'strikes' | 'spot'>): readonly Price8[] {
  const highest = [...strikes, ...(spot === undefined ? [] : [spot])].reduce(
    (most, price) => (price > most ? price : most),
    0n,
  );
  const near = curve.breakEvens.filter((price) => price <= FAR * highest);
  return near.length === 0 ? curve.breakEvens : near;
}

type Point = readonly [number, number];

/**
 * Cuts a piecewise-linear curve to [from, to]. After the last point, the curve continues straight.
 */
function cut(points: readonly Point[], from: number, to: number): Point[] {
  const inside = points.filter(([x]) => x > from && x < to);
  return [[from, valueAt(points, from)], ...inside, [to, valueAt(points, to)]];
}

/** Returns the value of a piecewise-linear curve at x. */
export function valueAt(points: readonly Point[], x: number): number {
  const next = points.findIndex(([px]) => px >= x);
  const i = next === -1 ? points.length - 1 : Math.max(next, 1);
  const a = points[i - 1];
  const b = points[i];
  if (a === undefined || b === undefined) return b?.[1] ?? 0;
  return a[1] + ((b[1] - a[1]) * (x - a[0])) / (b[0] - a[0] || 1);
}
