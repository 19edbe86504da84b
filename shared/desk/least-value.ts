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

/**
 * Returns the least that an option is worth at any plausible volatility, in base units of its
 * collateral. For an option with one strike it is the payout at the present price. A structure can be
 * worth less before its expiry, when the price can still leave its range.
 */
export function leastValue(
  option: {
    readonly terms: OptionTerms;
    readonly contracts: Contracts;
    readonly expiry: UnixSeconds;
  },
  market: { readonly spot: Price8; readonly now: UnixSeconds },
): TokenAmount {
  const valueAt = (volatility: number) =>
    modelTotal(option, { ...market, volatility }) ?? tokenAmount(0n);
  const [calm, wild] = [valueAt(0), valueAt(MAX_VOLATILITY)];
  if (wild < calm) return wild;
  return calm;
}
