import { ONE_8, type Price8, toNumber8, type UnixSeconds, type Usd8, usd8 } from '../units.ts';
import {
  DAYS_PER_YEAR,
  type Greeks,
  impliedVolatility,
  vanillaGreeks,
  vanillaPrice,
} from './black-scholes.ts';
import { cappedCallVolatility } from './capped-call.ts';
import { structureVolatility } from './structure-volatility.ts';
import type { OptionTerms } from './terms.ts';

/** Greeks per bought contract, as feeds publish them; `iv` is a fraction. */
export interface FeedGreeks {
  readonly delta: number;
  readonly iv: number;
  readonly gamma: number;
  readonly theta: number;
  readonly vega: number;
}

/**
 * Origin of a volatility: the feed (unsigned), the order's own price, or one-strike quotes of the
 * same asset and expiry. Structures use one-strike quotes, because several volatilities can fit a
 * structure's price.
 */
export type VolatilitySource = 'feed' | 'price' | 'nearby';

export interface OrderPrice {
  /** Premium per contract in whole collateral tokens, 8 decimals: the order's own price. */
  readonly premium: Price8;
  /** In dollars, rounded down; undefined when the required spot price is unknown. */
  readonly premiumUsd: Usd8 | undefined;
  /** As a fraction per year. */
  readonly volatility: number | undefined;
  /** See `VolatilitySource`; undefined without a volatility. */
  readonly volatilityFrom: VolatilitySource | undefined;
  readonly greeks: Greeks | undefined;
  readonly greeksFrom: 'feed' | 'model' | undefined;
}

/**
 * Prices one order. Computes the greeks with the given volatility, or with the volatility that the
 * signed price of a one-strike option implies. Without either, uses the feed's unsigned figures.
 */
export function priceOrder(input: {
  readonly terms: OptionTerms;
  readonly price: Price8;
  readonly expiry: UnixSeconds;
  readonly now: UnixSeconds;
  readonly spot?: Price8 | undefined;
  /** Spot price when the maker quoted, from which the volatility is computed. Default: `spot`. */
  readonly quoteSpot?: Price8 | undefined;
  readonly feedGreeks?: FeedGreeks | undefined;
  /** For structures: a volatility of the same asset and expiry, as a fraction. */
  readonly volatility?: number | undefined;
}): OrderPrice {
  const { terms, price, spot, feedGreeks } = input;
  const premiumUsd = dollarsOf(terms, price, spot);
  const base = { premium: price, premiumUsd };
  const years = yearsBetween(input.now, input.expiry);
  const { quoteSpot = spot } = input;
  const implied =
    terms.product.structure === 'vanilla'
      ? impliedBy(terms, dollarsOf(terms, price, quoteSpot), quoteSpot, years)
      : undefined;
  const volatility = input.volatility ?? implied;
  if (volatility === undefined && feedGreeks !== undefined) {
    const { iv, ...greeks } = feedGreeks;
    return { ...base, volatility: iv, volatilityFrom: 'feed', greeks, greeksFrom: 'feed' };
  }
  const source = input.volatility === undefined ? 'price' : 'nearby';
  const greeks =
    volatility === undefined || spot === undefined
      ? undefined
      : modelGreeks(terms, toNumber8(spot), years, volatility);
  return {
    ...base,
    volatility,
    volatilityFrom: volatility === undefined ? undefined : source,
    greeks,
    greeksFrom: greeks && 'model',
  };
}

/**
 * Returns the model value of one contract in dollars (interest rate 0, one volatility for all
 * strikes).
 */
export function modelValue(
  terms: OptionTerms,
  spot: number,
  years: number,
  volatility: number,
): number {
  let value = 0;
  for (const { kind, strike, weight } of terms.legs)
    value +=
      Number(weight) * vanillaPrice({ kind, spot, strike: toNumber8(strike), years }, volatility);
  return value;
}

/**
 * Returns the dollars per contract at which makers buy or sell, computed from the volatilities of
 * their quotes. A structure's spread is the spread of an option at the money, whose price is
 * proportional to the volatility, because a structure's parts aren't traded separately.
 * @param market.halfSpread share of `middle`; see `MarketVolatility`
 */
export function makersValue(
  terms: OptionTerms,
  at: { readonly spot: number; readonly years: number },
  market: { readonly middle: number; readonly halfSpread: number },
  side: 'bid' | 'ask',
): number {
  const share = side === 'bid' ? 1 - market.halfSpread : 1 + market.halfSpread;
  const isPlain = terms.product.structure === 'vanilla';
  const volatility = isPlain ? market.middle * share : market.middle;
  const value = modelValue(terms, at.spot, at.years, volatility);
  return isPlain ? value : value * share;
}

/** Returns the change in delta if the price rises by one percent, from a gamma per dollar. */
export function gammaOfPercent(gamma: number, spot: number): number {
  return (gamma * spot) / 100;
}

/** Returns the model greeks of one contract in dollars; see `Greeks`. */
export function modelGreeks(
  terms: OptionTerms,
  spot: number,
  years: number,
  volatility: number,
): Greeks {
  const sum = { delta: 0, gamma: 0, theta: 0, vega: 0 };
  for (const { kind, strike, weight } of terms.legs) {
    const leg = vanillaGreeks({ kind, spot, strike: toNumber8(strike), years }, volatility);
    sum.delta += Number(weight) * leg.delta;
    sum.gamma += Number(weight) * leg.gamma;
    sum.theta += Number(weight) * leg.theta;
    sum.vega += Number(weight) * leg.vega;
  }
  return sum;
}

/** Returns the years of 365 days until expiry; 0 afterwards (ACT/365). */
export function yearsBetween(now: UnixSeconds, expiry: UnixSeconds): number {
  return Math.max(expiry - now, 0) / (DAYS_PER_YEAR * 86_400);
}

/**
 * Converts whole collateral tokens (8 decimals) to dollars, rounded down. Undefined if the required
 * spot price is unknown.
 */
export function dollarsOf(
  terms: OptionTerms,
  price: Price8,
  spot: Price8 | undefined,
): Usd8 | undefined {
  if (terms.product.isQuoteCollateral) return usd8(price);
  return spot === undefined ? undefined : usd8((price * spot) / ONE_8);
}

/**
 * Returns the annual volatility (a fraction) that a premium in dollars implies. Undefined if the
 * premium or the spot price is unknown, or unless exactly one volatility fits.
 */
export function impliedBy(
  terms: OptionTerms,
  premiumUsd: Usd8 | undefined,
  spot: Price8 | undefined,
  years: number,
): number | undefined {
  const [leg, cap] = terms.legs;
  if (leg === undefined || premiumUsd === undefined || spot === undefined) return undefined;
  const [at, strike, price] = [toNumber8(spot), toNumber8(leg.strike), toNumber8(premiumUsd)];
  if (cap === undefined)
    return impliedVolatility({ kind: leg.kind, spot: at, strike, years }, price);
  // The linear call is capped at twice its strike.
  if (terms.product.structure === 'vanilla')
    return cappedCallVolatility({ spot: at, strike, cap: toNumber8(cap.strike), years }, price);
  if (!(at > 0 && years > 0)) return undefined;
  return structureVolatility((volatility) => modelValue(terms, at, years, volatility), price);
}
