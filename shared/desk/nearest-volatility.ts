import type { ListedSpot, OrderRow } from '../messages/market.ts';
import type { UnixSeconds } from '../units.ts';
import { volatilitiesOf } from './volatility.ts';

/** Higher implied volatilities are treated as mispriced quotes. A fraction per year. */
const MAX_VOLATILITY = 3;

/**
 * Returns the volatility (a fraction) that the live one-strike quote with the nearest strike implies,
 * among those with a checked signature on the same asset and expiry; undefined without one.
 * @param option.strikes dollars
 */
export function nearestVolatility(
  rows: readonly OrderRow[],
  option: {
    readonly asset: string;
    readonly expiry: number;
    readonly strikes: readonly number[];
  },
  market: { readonly spot: ListedSpot | undefined; readonly now: UnixSeconds },
): number | undefined {
  const middle = option.strikes.reduce((sum, strike) => sum + strike, 0) / option.strikes.length;
  const distance = ({ strikes: [strike = 0] }: OrderRow) => Math.abs(strike - middle);
  const near = rows
    .filter(
      ({ asset, expiry, strikes, isChecked }) =>
        isChecked && asset === option.asset && expiry === option.expiry && strikes.length === 1,
    )
    .sort((a, b) => distance(a) - distance(b));
  for (const row of near) {
    const { implied } = volatilitiesOf(row, market);
    if (implied !== undefined && implied <= MAX_VOLATILITY) return implied;
  }
  return undefined;
}
