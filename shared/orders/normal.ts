const SQRT_2PI = Math.sqrt(2 * Math.PI);

export function normalDensity(x: number): number {
  return Math.exp(-0.5 * x * x) / SQRT_2PI;
}

/**
 * Returns the cumulative standard normal distribution, accurate to about 1e-15: Hart's rational
 * approximation (algorithm 5666) for |x| < 7.07, else a continued fraction, as in West, "Better
 * approximations to cumulative normal functions" (2005).
 */
export function normalCumulative(x: number): number {
  const z = Math.abs(x);
  if (z > 37) return x > 0 ? 1 : 0;
  const e = Math.exp((-z * z) / 2);
  const tail =
    z < 7.07106781186547 ? (e * horner(NUMERATOR, z)) / horner(DENOMINATOR, z) : far(z, e);
  return x > 0 ? 1 - tail : tail;
}

const NUMERATOR = [
  3.52624965998911e-2, 0.700383064443688, 6.37396220353165, 33.912866078383, 112.079291497871,
  221.213596169931, 220.206867912376,
];
const DENOMINATOR = [
  8.83883476483184e-2, 1.75566716318264, 16.064177579207, 86.7807322029461, 296.564248779674,
  637.333633378831, 793.826512519948, 440.413735824752,
];

function horner(coefficients: readonly number[], x: number): number {
  let sum = 0;
  // A loop by index takes half the time of an iterator. Charts need thousands of values per frame.
  for (let i = 0; i < coefficients.length; i++) sum = sum * x + (coefficients[i] ?? 0);
  return sum;
}

function far(z: number, e: number): number {
  const fraction = z + 1 / (z + 2 / (z + 3 / (z + 4 / (z + 0.65))));
  return e / fraction / SQRT_2PI;
}
