import {
  type Contracts,
  contracts as contractsOf,
  MAX_UINT256,
  ONE_8,
  type Price8,
  type TokenAmount,
  tokenAmount,
} from '../units.ts';
import { collateralRatio } from './payoff.ts';
import type { OptionTerms } from './terms.ts';

/** Contracts are traded in steps of a millionth (spec, limit 2). */
const CONTRACT_DECIMALS = 6;
/** Value of `amountFilled` for a cancelled nonce. */
const CANCELLED = MAX_UINT256;

/**
 * Rounds a number of contracts down to 6 decimals, for any decimals of the collateral. The contract
 * uses the collateral's scale, in which a 6-decimal number would be dust for an 18-decimal token.
 */
export function floorContracts(count: bigint, decimals: number): Contracts {
  if (decimals <= CONTRACT_DECIMALS) return contractsOf(count);
  const step = 10n ** BigInt(decimals - CONTRACT_DECIMALS);
  return contractsOf(count - (count % step));
}

/**
 * Returns the contracts that a premium of at most `spend` buys, rounded down. The price must be
 * positive.
 */
export function contractsForSpend(input: {
  readonly spend: TokenAmount;
  readonly price: Price8;
  readonly decimals: number;
}): Contracts {
  ensurePositive(input.price);
  return floorContracts((input.spend * ONE_8) / input.price, input.decimals);
}

/** Returns the contracts that a seller's `collateral` covers, rounded down. */
export function contractsForCollateral(input: {
  readonly collateral: TokenAmount;
  readonly terms: OptionTerms;
  readonly decimals: number;
}): Contracts {
  const { numerator, denominator } = collateralRatio(input.terms);
  return floorContracts((input.collateral * denominator) / numerator, input.decimals);
}

/**
 * Returns the premium that the contract charges: floor(price × contracts / 1e8), in collateral
 * units.
 */
export function premiumOf(price: Price8, contracts: Contracts): TokenAmount {
  return tokenAmount((price * contracts) / ONE_8);
}

/** Returns the remaining budget of a maker's nonce; zero when cancelled or used up. */
export function budgetLeft(maxCollateralUsable: TokenAmount, amountFilled: bigint): TokenAmount {
  if (amountFilled === CANCELLED || amountFilled >= maxCollateralUsable) return tokenAmount(0n);
  return tokenAmount(maxCollateralUsable - amountFilled);
}

/** Returns true for the value of `amountFilled` that marks a cancelled nonce. */
export function isCancelled(amountFilled: bigint): boolean {
  return amountFilled === CANCELLED;
}

/**
 * Returns the contracts in a maker's remaining budget, rounded down. A selling maker's budget is
 * collateral, a buying maker's budget is premium (reference section 2.4).
 */
export function contractsForBudget(input: {
  readonly left: TokenAmount;
  readonly isMakerLong: boolean;
  readonly price: Price8;
  readonly terms: OptionTerms;
  readonly decimals: number;
}): Contracts {
  const { left, isMakerLong, price, terms, decimals } = input;
  return isMakerLong
    ? contractsForSpend({ spend: left, price, decimals })
    : contractsForCollateral({ collateral: left, terms, decimals });
}

function ensurePositive(price: Price8): void {
  if (price <= 0n) throw new RangeError('a price per contract must be positive');
}
