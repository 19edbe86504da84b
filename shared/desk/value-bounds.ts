import { MAX_VOLATILITY } from '../orders/market-volatility.ts';
import type { OptionTerms } from '../orders/terms.ts';
import {
  type Contracts,
  type Price8,
  type TokenAmount,
  tokenAmount,
  type UnixSeconds,
} from '../units.ts';
import { modelTotal } from './asked-figures.ts';

/** The range of an option's value at any plausible volatility, in base units of its collateral. */
export interface ValueBounds {
  readonly least: TokenAmount;
  /**
   * Undefined for options with several strikes: their highest value isn't at the highest
   * volatility.
   */
  readonly most: TokenAmount | undefined;
  /** The highest of the sampled values. Between samples, the value can be slightly higher. */
  readonly highest: TokenAmount;
}

/** Fractions of the highest volatility at which the value is sampled. */
const STEPS = [0.01, 0.02, 0.04, 0.08, 0.15, 0.3, 0.6];

/**
 * Returns the bounds of an option's value without any quote. For an option with one strike, the
 * lower bound is the payout at the current price. An option with several strikes can be worth less
 * before expiry, because the price can still leave the range of the strikes.
 */
export function valueBounds(
  option: {
    readonly terms: OptionTerms;
    readonly contracts: Contracts;
    readonly expiry: UnixSeconds;
  },
  market: { readonly spot: Price8; readonly now: UnixSeconds },
): ValueBounds {
  const valueAt = (volatility: number) =>
    modelTotal(option, { ...market, volatility }) ?? tokenAmount(0n);
  const [calm, wild] = [valueAt(0), valueAt(MAX_VOLATILITY)];
  // With one strike, the value grows with the volatility.
  if (option.terms.legs.length === 1) return { least: calm, most: wild, highest: wild };
  const values = [calm, wild, ...STEPS.map((step) => valueAt(step * MAX_VOLATILITY))];
  const [highest = wild] = values.sort((a, b) => (a > b ? -1 : 1));
  if (wild < calm) return { least: wild, most: undefined, highest };
  return { least: calm, most: undefined, highest };
}
