/** Returns a generator of numbers in [0, 1) from a seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns one normally distributed number (Box and Muller). */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/**
 * Returns the next price of a geometric random walk, 8 decimals, rounded to the nearest unit and
 * never zero. `years` is the step's length in years, `volatility` a fraction per year.
 */
export function nextPrice(input: {
  readonly price: bigint;
  readonly volatility: number;
  readonly years: number;
  readonly random: () => number;
}): bigint {
  const { price, volatility, years, random } = input;
  const deviation = volatility * Math.sqrt(years);
  const factor = Math.exp(deviation * normal(random) - deviation ** 2 / 2);
  const next = (price * BigInt(Math.round(factor * 1e12))) / 10n ** 12n;
  return next > 0n ? next : 1n;
}
