/** Number of halvings, which reduce an interval of twenty to about 1e-14. */
const STEPS = 50;

/** Returns the root of a continuous function between two arguments with different signs. */
export function bisect(valueAt: (x: number) => number, from: number, to: number): number {
  let [low, high] = [from, to];
  const isRising = valueAt(to) > 0;
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2;
    if (valueAt(middle) > 0 === isRising) high = middle;
    else low = middle;
  }
  return (low + high) / 2;
}
