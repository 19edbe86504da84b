import { bisect } from './bisect.ts';

/** Limits of a quote's plausible volatility, as fractions per year. */
const [LEAST, MOST] = [0.01, 3];
/** Number of steps from `LEAST` to `MOST` at which the value is compared with the price. */
const STEPS = 32;
/** Maximum change of the volatility if the price is off by one percent. */
const MAX_ERROR = 0.03;

const GRID = Array.from({ length: STEPS + 1 }, (_, i) => LEAST * (MOST / LEAST) ** (i / STEPS));

/**
 * Returns the volatility at which a structure is worth its price; undefined if none or several
 * between 1 % and 300 % fit, or if the price hardly depends on the volatility. For example, a
 * spread between its strikes has almost the same value at all volatilities, and two volatilities
 * can fit a butterfly's price.
 * @param valueAt the structure's model value in dollars at a volatility (fraction per year)
 * @param price dollars
 */
export function structureVolatility(
  valueAt: (volatility: number) => number,
  price: number,
): number | undefined {
  if (!(price > 0)) return undefined;
  const excess = (volatility: number) => valueAt(volatility) - price;
  const signs = GRID.map((volatility) => excess(volatility) > 0);
  const crossings = signs.flatMap((sign, i) => (i > 0 && sign !== signs[i - 1] ? [i] : []));
  const [at] = crossings;
  if (at === undefined || crossings.length > 1) return undefined;
  const found = bisect(excess, GRID[at - 1] ?? LEAST, GRID[at] ?? MOST);
  const step = found / 1000;
  const slope = Math.abs(valueAt(found + step) - valueAt(found - step)) / (2 * step);
  return slope * MAX_ERROR >= price / 100 ? found : undefined;
}
