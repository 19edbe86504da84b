import { linearScale, pathThrough } from './scale.ts';

/** Price and dollars, as numbers for drawing only. */
export type Point = readonly [price: number, value: number];

export const WIDTH = 360;
/** Size of a text in the units of a chart's view box. */
export const TEXT_UNITS = 10;
export const HEIGHT = 188;
export const EDGE = { top: 20, right: 8, bottom: 40, left: 8 } as const;

export interface Plot {
  readonly from: number;
  readonly to: number;
  /** Smallest and largest drawn value; the range includes zero. */
  readonly low: number;
  readonly high: number;
  /** Convert a price to x and a value to y, in units of the view box. */
  readonly x: (price: number) => number;
  readonly y: (value: number) => number;
  readonly priceAt: (x: number) => number;
  /** SVG paths of the outline, and of the area between the outline and zero. */
  readonly outline: string;
  readonly fill: string;
}

/**
 * Places a piecewise-linear curve in the chart.
 * @param also values of other curves that must fit in the chart
 */
export function plotOf(points: readonly Point[], also: readonly number[] = []): Plot {
  const from = points[0]?.[0] ?? 0;
  const to = points.at(-1)?.[0] ?? 1;
  const values = [...points.map(([, value]) => value), ...also];
  const high = Math.max(...values, 0);
  const low = Math.min(...values, 0);
  const room = (high - low || 1) * 0.08;
  const x = linearScale([from, to], [EDGE.left, WIDTH - EDGE.right]);
  const y = linearScale([low - room, high + room], [HEIGHT - EDGE.bottom, EDGE.top]);
  return {
    from,
    to,
    low,
    high,
    x,
    y,
    priceAt: (at) => Math.min(to, Math.max(from, x.invert(at))),
    outline: outlineOf(points, { x, y }),
    fill: fillOf(points, { x, y }),
  };
}

/** Returns the SVG path of a curve. */
export function outlineOf(points: readonly Point[], { x, y }: Pick<Plot, 'x' | 'y'>): string {
  return pathThrough(points.map(([price, value]) => [x(price), y(value)]));
}

/** Returns the SVG path of the area between a curve and zero. */
function fillOf(points: readonly Point[], scales: Pick<Plot, 'x' | 'y'>): string {
  if (points.length === 0) return '';
  const back = points.map(([price]): Point => [price, 0]).reverse();
  return `${outlineOf([...points, ...back], scales)}Z`;
}

/** Maximum distance between a label and its point, in units. */
const MAX_ASIDE = 48;

/**
 * Places labels in one row, in their order, and moves overlapping labels apart. Leaves out later
 * labels that would be too far from their points.
 * @param units size of the texts
 */
export function withoutOverlap<Label extends { readonly at: number; readonly text: string }>(
  labels: readonly Label[],
  units = TEXT_UNITS,
): Label[] {
  const apart = movedApart(
    [...labels].sort((a, b) => a.at - b.at),
    units,
  );
  if (apart !== undefined) return apart;
  const kept: Label[] = [];
  for (const label of labels) {
    const isFree = kept.every(
      (other) => Math.abs(other.at - label.at) >= roomOf(other, label, units),
    );
    if (isFree) kept.push(label);
  }
  return kept;
}

function movedApart<Label extends { readonly at: number; readonly text: string }>(
  labels: readonly Label[],
  units: number,
): Label[] | undefined {
  const moved: Label[] = [];
  for (const label of labels) {
    const last = moved.at(-1);
    const least = last === undefined ? 0 : last.at + roomOf(last, label, units);
    moved.push({ ...label, at: Math.max(label.at, least) });
  }
  // Labels that were moved beyond the right edge push the labels before them back.
  for (let index = moved.length - 1; index >= 0; index -= 1) {
    const [label, next] = [moved[index], moved[index + 1]];
    if (label === undefined) continue;
    const edge = WIDTH - widthOf(label.text, units) / 2;
    const most = next === undefined ? edge : next.at - roomOf(label, next, units);
    moved[index] = { ...label, at: Math.min(label.at, most) };
  }
  const isNear = moved.every(({ at, text }, index) => {
    const own = labels[index]?.at ?? at;
    return at >= widthOf(text, units) / 2 - 0.5 && Math.abs(at - own) <= MAX_ASIDE;
  });
  return isNear ? moved : undefined;
}

function roomOf(
  one: { readonly text: string },
  other: { readonly text: string },
  units: number,
): number {
  return (widthOf(one.text, units) + widthOf(other.text, units)) / 2;
}

/** Moves a label so that it stays inside the chart. */
export function insideOf(at: number, text: string, units = TEXT_UNITS): number {
  const half = widthOf(text, units) / 2;
  return Math.min(WIDTH - half, Math.max(half, at));
}

function widthOf(text: string, units: number): number {
  return (text.length * 5.6 * units) / TEXT_UNITS + 6;
}
