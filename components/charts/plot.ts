import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';

/** Price and dollars; numbers for drawing only. */
export type Point = readonly [price: number, value: number];

export const WIDTH = 360;
export const HEIGHT = 188;
export const EDGE = { top: 20, right: 8, bottom: 40, left: 8 } as const;

export interface Plot {
  readonly from: number;
  readonly to: number;
  /** Least and greatest value that is drawn; zero is always among them. */
  readonly low: number;
  readonly high: number;
  /** Price to x and value to y, in units of the view box. */
  readonly x: (price: number) => number;
  readonly y: (value: number) => number;
  readonly priceAt: (x: number) => number;
  /** The outline, and the area between it and zero, as SVG paths. */
  readonly outline: string;
  readonly fill: string;
}

/** Where a piecewise-linear curve stands in the picture. */
export function plotOf(points: readonly Point[]): Plot {
  const from = points[0]?.[0] ?? 0;
  const to = points.at(-1)?.[0] ?? 1;
  const values = points.map(([, value]) => value);
  const high = Math.max(...values, 0);
  const low = Math.min(...values, 0);
  const room = (high - low || 1) * 0.08;
  const x = scaleLinear([from, to], [EDGE.left, WIDTH - EDGE.right]);
  const y = scaleLinear([low - room, high + room], [HEIGHT - EDGE.bottom, EDGE.top]);
  const shape = [...points];
  return {
    from,
    to,
    low,
    high,
    x,
    y,
    priceAt: (at) => Math.min(to, Math.max(from, x.invert(at))),
    outline:
      line<Point>(
        ([price]) => x(price),
        ([, value]) => y(value),
      ).digits(3)(shape) ?? '',
    fill:
      area<Point>(
        ([price]) => x(price),
        y(0),
        ([, value]) => y(value),
      ).digits(3)(shape) ?? '',
  };
}

/** Labels on one line that would lie over each other are left out, the later ones first. */
export function withoutOverlap<Label extends { readonly at: number; readonly text: string }>(
  labels: readonly Label[],
): Label[] {
  const kept: Label[] = [];
  for (const label of labels) {
    const isFree = kept.every(
      (other) => Math.abs(other.at - label.at) > (widthOf(other.text) + widthOf(label.text)) / 2,
    );
    if (isFree) kept.push(label);
  }
  return kept;
}

/** Moves a label's middle so that it stays within the picture. */
export function insideOf(at: number, text: string): number {
  const half = widthOf(text) / 2;
  return Math.min(WIDTH - half, Math.max(half, at));
}

/** About the width of a text in the picture's small type. */
function widthOf(text: string): number {
  return text.length * 5.6 + 6;
}
