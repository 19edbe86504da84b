import { type ProfitCurve, profitCurve } from '../orders/curve.ts';
import { feeCeiling, fillFee } from '../orders/fees.ts';
import { requiredCollateral } from '../orders/payoff.ts';
import { modelValue, yearsBetween } from '../orders/price.ts';
import { premiumOf } from '../orders/sizing.ts';
import type { OptionTerms } from '../orders/terms.ts';
import {
  type Contracts,
  ONE_8,
  type Price8,
  price8,
  type TokenAmount,
  toNumber8,
  type UnixSeconds,
} from '../units.ts';

/**
 * Returns the model's value of an option that nobody quotes, in base units of its collateral; a
 * comparison for the limit, never paid. Undefined when it is worth nothing.
 * @param market.volatility fraction per year
 */
export function modelTotal(
  { terms, contracts, expiry }: { terms: OptionTerms; contracts: Contracts; expiry: UnixSeconds },
  market: { readonly spot: Price8; readonly now: UnixSeconds; readonly volatility: number },
): TokenAmount | undefined {
  const spot = toNumber8(market.spot);
  const dollars = modelValue(terms, spot, yearsBetween(market.now, expiry), market.volatility);
  const perContract = terms.product.isQuoteCollateral ? dollars : dollars / spot;
  const price = Math.round(perContract * Number(ONE_8));
  if (!(price > 0)) return undefined;
  const total = premiumOf(price8(BigInt(price)), contracts);
  return total === 0n ? undefined : total;
}

/**
 * Returns the profit at expiry of a trade at the limit, and the greatest loss in base units of the
 * collateral. With an unconfirmed payoff a seller risks the whole collateral.
 */
export function figuresAtLimit(input: {
  readonly terms: OptionTerms;
  readonly contracts: Contracts;
  /** Decimals of the collateral token. */
  readonly decimals: number;
  readonly isBuyer: boolean;
  readonly limit: TokenAmount;
  readonly spot: Price8 | undefined;
}): {
  readonly curve: ProfitCurve;
  readonly collateral: TokenAmount;
} {
  const { terms, isBuyer, limit: premium } = input;
  const { isQuoteCollateral } = terms.product;
  const fee = fillFee({ ...input, premium, isQuoteCollateral }) ?? feeCeiling(premium);
  const curve = profitCurve({ ...input, side: isBuyer ? 'buy' : 'sell', premium, fee });
  const collateral = requiredCollateral(input);
  return { curve, collateral };
}
