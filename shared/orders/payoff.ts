import {
  type Contracts,
  ONE_8,
  type Price8,
  price8,
  type TokenAmount,
  tokenAmount,
} from '../units.ts';
import { kinksOf, legsPayoff } from './legs.ts';
import type { OptionTerms } from './terms.ts';

interface SizedTerms {
  readonly terms: OptionTerms;
  /** Scaled by the collateral token's decimals. */
  readonly contracts: Contracts;
}

/**
 * Returns the buyer's payoff at a settlement price, in base units of the collateral token, rounded
 * down like the contract. Inverse calls pay (S − K) / S of the underlying. For physical products it
 * is the value of exercising, in collateral. Source: reference section 2.6.
 */
export function buyerPayoff({
  terms,
  contracts,
  settlementPrice,
}: SizedTerms & { readonly settlementPrice: Price8 }): TokenAmount {
  const perContract = legsPayoff(terms.legs, settlementPrice);
  if (perContract === 0n) return tokenAmount(0n);
  const unit = terms.product.isQuoteCollateral ? ONE_8 : settlementPrice;
  return tokenAmount((contracts * perContract) / unit);
}

/**
 * Returns the seller's required collateral in base units of the token, rounded up. The contract's
 * rounding isn't published, but an allowance of one unit more is always enough.
 */
export function requiredCollateral({ terms, contracts }: SizedTerms): TokenAmount {
  const { numerator, denominator } = collateralRatio(terms);
  return tokenAmount((contracts * numerator + denominator - 1n) / denominator);
}

/**
 * Returns the buyer's maximum payoff in base units of the collateral token. An inverse call never
 * quite reaches its maximum, one underlying per contract, however high the price is.
 */
export function maxPayoff({ terms, contracts }: SizedTerms): TokenAmount {
  const { product, legs } = terms;
  if (!product.isQuoteCollateral && product.structure === 'vanilla') return tokenAmount(contracts);
  let best = buyerPayoff({ terms, contracts, settlementPrice: price8(0n) });
  for (const settlementPrice of kinksOf(legs)) {
    const paid = buyerPayoff({ terms, contracts, settlementPrice });
    if (paid > best) best = paid;
  }
  return best;
}

/**
 * Returns the collateral as an exact fraction: base units of the token per scaled unit of
 * `contracts`.
 */
export function collateralRatio({ product, strikes }: OptionTerms): {
  readonly numerator: bigint;
  readonly denominator: bigint;
} {
  const [k1 = 0n, k2 = 0n, k3 = 0n, k4 = 0n] = strikes;
  if (!product.isQuoteCollateral)
    return product.structure === 'spread'
      ? { numerator: k2 - k1, denominator: k2 }
      : { numerator: 1n, denominator: 1n };
  const wing = k2 - k1;
  switch (product.structure) {
    case 'vanilla':
      return { numerator: k1, denominator: ONE_8 };
    case 'ironCondor':
      return { numerator: larger(wing, k4 - k3), denominator: ONE_8 };
    case 'ranger':
      return { numerator: 2n * wing, denominator: ONE_8 };
    default:
      return { numerator: wing, denominator: ONE_8 };
  }
}

function larger(a: bigint, b: bigint): bigint {
  return [a, b].reduce((best, value) => (value > best ? value : best));
}
