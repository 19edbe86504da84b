import type { PayoffPicture } from '../../../shared/approvals/view.ts';
import type { OrderDescription } from '../../../shared/orders/describe.ts';
import { toNumber8 } from '../../../shared/orders/price.ts';
import type { FillQuote } from '../../../shared/orders/quote.ts';
import type { Price8 } from '../../../shared/units.ts';

/** Share of the outermost strikes that the picture shows beyond them. */
const MARGIN = 0.12;

/**
 * The profit-and-loss curve cut to what matters: the strikes, the break-evens and the spot, with a
 * margin. Numbers are for drawing only.
 */
export function pictureOf(options: {
  quote: FillQuote;
  description: OrderDescription;
  asset: string;
  spot: Price8 | undefined;
}): PayoffPicture {
  const { quote, description, asset } = options;
  const strikes = description.strikesAscending.map(toNumber8);
  const breakEvens = quote.curve.breakEvens.map(toNumber8);
  const spot = options.spot === undefined ? undefined : toNumber8(options.spot);
  const marks = [...strikes, ...breakEvens, ...(spot === undefined ? [] : [spot])];
  const low = Math.min(...marks);
  const high = Math.max(...marks);
  const margin = Math.max((high - low) * 0.35, high * MARGIN * 0.5);
  const points = quote.curve.points.map(
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

type Point = readonly [number, number];

/** Cuts a piecewise-linear curve to [from, to]; beyond its last point it runs straight on. */
export function cut(points: readonly Point[], from: number, to: number): Point[] {
  const inside = points.filter(([x]) => x > from && x < to);
  return [[from, valueAt(points, from)], ...inside, [to, valueAt(points, to)]];
}

/** Value of a piecewise-linear curve at x. */
export function valueAt(points: readonly Point[], x: number): number {
  const next = points.findIndex(([px]) => px >= x);
  const i = next === -1 ? points.length - 1 : Math.max(next, 1);
  const a = points[i - 1];
  const b = points[i];
  if (a === undefined || b === undefined) return b?.[1] ?? 0;
  return a[1] + ((b[1] - a[1]) * (x - a[0])) / (b[0] - a[0] || 1);
}
