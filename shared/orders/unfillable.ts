import { type Price8, price8, type TokenAmount, tokenAmount, type Usd8 } from '../units.ts';
import { describeOrder } from './describe.ts';
import type { Order } from './order.ts';
import { dollarsOf } from './price.ts';
import { budgetLeft, contractsForBudget, isCancelled } from './sizing.ts';

/** Reasons why the book would reject a genuine order at any size. */
const UNFILLABLE = [
  'makerRole',
  'cancelled',
  'cutOff',
  'exhausted',
  'makerBalance',
  'makerAllowance',
  'dust',
] as const;

/** Dollars with 8 decimals: an amount of less than a dollar isn't worth a transaction. */
export const MIN_USD = 10n ** 8n;
export type Unfillable = (typeof UNFILLABLE)[number];

/** The chain's facts about an order's maker. Values that weren't read are undefined. */
export interface MakerFacts {
  /** Used part of the budget for the nonce; all bits set when cancelled. */
  readonly filled: bigint | undefined;
  /** Unix seconds. Orders that end earlier are cancelled. */
  readonly cutoff: bigint | undefined;
  readonly balance: bigint | undefined;
  /** The maker's allowance of collateral tokens for the book. */
  readonly allowance: bigint | undefined;
}

/**
 * Returns why an order can't be filled at any size, by the facts that were read. A maker whose
 * tokens don't cover the smallest size counts as having none.
 */
export function unfillableBy(
  order: Order,
  facts: MakerFacts,
  spot: Price8 | undefined,
): Unfillable | undefined {
  const { filled, cutoff, balance, allowance } = facts;
  if (filled !== undefined && isCancelled(filled)) return 'cancelled';
  if (cutoff !== undefined && isCutOff(order, cutoff)) return 'cutOff';
  if (filled !== undefined && budgetLeft(order.maxCollateralUsable, filled) === 0n)
    return 'exhausted';
  if (balance !== undefined && !reaches(order, balance)) return 'makerBalance';
  if (allowance !== undefined && !reaches(order, allowance)) return 'makerAllowance';
  const usd = usableDollars(order, usableBudget(order, facts), spot);
  return usd !== undefined && usd < MIN_USD ? 'dust' : undefined;
}

/**
 * Returns the collateral that a maker can pay for an order: the smallest of remaining budget,
 * balance and allowance, as far as they were read.
 */
export function usableBudget(
  { maxCollateralUsable }: Pick<Order, 'maxCollateralUsable'>,
  { filled, balance, allowance }: MakerFacts,
): TokenAmount {
  let least = budgetLeft(maxCollateralUsable, filled ?? 0n);
  for (const amount of [balance, allowance]) {
    if (amount !== undefined && amount < least) least = tokenAmount(amount);
  }
  return least;
}

/** Returns an amount of an order's collateral in dollars; undefined without the required price. */
export function usableDollars(
  order: Order,
  amount: TokenAmount,
  spot: Price8 | undefined,
): Usd8 | undefined {
  const { terms, collateral } = describeOrder(order);
  if (terms === undefined || collateral === undefined) return undefined;
  const tokens = price8((amount * 10n ** 8n) / 10n ** BigInt(collateral.decimals));
  return dollarsOf(terms, tokens, spot);
}

/** Returns true for an order before its maker's cutoff time: the maker cancelled all of these. */
export function isCutOff({ orderExpiryTimestamp }: Order, cutoff: bigint): boolean {
  return BigInt(orderExpiryTimestamp) < cutoff;
}

function reaches(order: Order, amount: bigint): boolean {
  const { terms, collateral } = describeOrder(order);
  if (terms === undefined || collateral === undefined || order.price <= 0n) return amount > 0n;
  const { isLong: isMakerLong, price } = order;
  const { decimals } = collateral;
  const left = tokenAmount(amount);
  return contractsForBudget({ left, isMakerLong, price, terms, decimals }) > 0n;
}
