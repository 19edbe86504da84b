import { type ProfitCurve, profitCurve } from '../orders/curve.ts';
import { feeCeiling, fillFee } from '../orders/fees.ts';
import { requiredCollateral } from '../orders/payoff.ts';
import { makersValue, modelValue, yearsBetween } from '../orders/price.ts';
import { premiumOf } from '../orders/sizing.ts';
import type { OptionTerms } from '../orders/terms.ts';
import {
  type Contracts,
  ONE_8,
  type Price8,
  price8,
  type TokenAmount,
  tokenAmount,
  toNumber8,
  type UnixSeconds,
} from '../units.ts';

/**
 * Returns the model's value of an option that nobody quotes, in base units of its collateral. Pages
 * show the value next to the user's limit; nobody pays it. Undefined when the option is worth
 * nothing.
 * @param market.volatility fraction per year
 */
export function modelTotal(
  { terms, contracts, expiry }: { terms: OptionTerms; contracts: Contracts; expiry: UnixSeconds },
  market: { readonly spot: Price8; readonly now: UnixSeconds; readonly volatility: number },
): TokenAmount | undefined {
  const spot = toNumber8(market.spot);
  const dollars = modelValue(terms, spot, yearsBetween(market.now, expiry), market.volatility);
  return unitsOf(dollars, { terms, contracts, spot });
}

/**
 * Returns the amount for which makers would buy an option at their bids or sell it at their asks,
 * after the fee, in base units. Undefined when the option is worth nothing.
 */
export function makersTotal(
  { terms, contracts, expiry }: { terms: OptionTerms; contracts: Contracts; expiry: UnixSeconds },
  market: { readonly spot: Price8; readonly now: UnixSeconds; readonly isSale: boolean },
  quoted: Parameters<typeof makersValue>[2],
): TokenAmount | undefined {
  const at = { spot: toNumber8(market.spot), years: yearsBetween(market.now, expiry) };
  const dollars = makersValue(terms, at, quoted, market.isSale ? 'bid' : 'ask');
  const premium = unitsOf(dollars, { terms, contracts, spot: at.spot });
  if (premium === undefined || !market.isSale) return premium;
  const { isQuoteCollateral } = terms.product;
  const fee = fillFee({ contracts, premium, isQuoteCollateral, spot: market.spot });
  return tokenAmount(premium - (fee ?? feeCeiling(premium)));
}

function unitsOf(
  dollars: number,
  { terms, contracts, spot }: { terms: OptionTerms; contracts: Contracts; spot: number },
): TokenAmount | undefined {
  const perContract = terms.product.isQuoteCollateral ? dollars : dollars / spot;
  const price = Math.round(perContract * Number(ONE_8));
  if (!(price > 0)) return undefined;
  const total = premiumOf(price8(BigInt(price)), contracts);
  return total === 0n ? undefined : total;
}

/** A limit needs separate consent if it gives away more than this share of the mark. */
export const MAX_GIVEN_AWAY_BPS = 1_500n;

/**
 * Returns how far a sale's limit is below the mark, or how far a purchase's limit is above the
 * mark, in basis points of the mark, rounded up. Returns zero for a limit that gives nothing away.
 * @param limit after the fee
 */
export function givenAwayBps(limit: bigint, mark: bigint, isSale: boolean): bigint {
  const given = isSale ? mark - limit : limit - mark;
  return given <= 0n || mark <= 0n ? 0n : (given * 10_000n + mark - 1n) / mark;
}

/**
 * Returns the profit at expiry of a trade at the limit, and the required collateral in base units.
 * If the payoff isn't confirmed, a seller can lose the whole collateral.
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
