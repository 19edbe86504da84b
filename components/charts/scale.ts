/** Maps numbers proportionally from one range to another. */
export interface Scale {
  (value: number): number;
  readonly invert: (place: number) => number;
}

type Range = readonly [from: number, to: number];

/** Returns the scale that maps one range to another; an empty range maps to the middle. */
export function linearScale(domain: Range, range: Range): Scale {
  return Object.assign((value: number) => between(range, shareOf(domain, value)), {
    invert: (place: number) => between(domain, shareOf(range, place)),
  });
}

const shareOf = ([from, to]: Range, value: number) =>
  to === from ? 0.5 : (value - from) / (to - from);
const between = ([from, to]: Range, share: number) => from + (to - from) * share;

/** Returns the SVG path through these positions, rounded to thousandths of a unit. */
export function pathThrough(places: readonly (readonly [x: number, y: number])[]): string {
  const shown = (place: number) => Math.round(place * 1000) / 1000;
  return places
    .map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${shown(x)},${shown(y)}`)
    .join('');
}

/** The step between ticks is one of these numbers times a power of ten. */
const STEPS = [1, 2, 2.5, 5, 10];

/** Returns up to `most` round numbers in a range, ascending and evenly spaced. */
export function roundTicks([from, to]: Range, most: number): number[] {
  if (!(to > from)) return [];
  const least = (to - from) / most;
  const power = Number(`1e${Math.floor(Math.log10(least))}`);
  const ticksOf = (step: number) => {
    const [first, last] = [Math.ceil(from / step - 1e-9), Math.floor(to / step + 1e-9)];
    return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
  };
  const tries = [power / 10, power, power * 10].flatMap((unit) =>
    STEPS.map((step) => ticksOf(step * unit)),
  );
  return tries.find((ticks) => ticks.length <= most && ticks.length > 0) ?? [];
}
