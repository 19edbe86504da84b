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

/** One dollar with 8 decimals. A smaller amount isn't worth a transaction. */
export const MIN_USD = 10n ** 8n;
export type Unfillable = (typeof UNFILLABLE)[number];

/** The chain's facts about an order's maker. Values that weren't read are undefined. */
export interface MakerFacts {
  /** Used part of the budget for the nonce; all bits set when cancelled. */
  readonly filled: bigint | undefined;
  /** Unix seconds. Orders that end earlier are cancelled. */
  readonly cutoff: bigint | undefined;
  readonly balance: bigint | undefined;
  /** The maker's allowance for the book, in collateral tokens. */
  readonly allowance: bigint | undefined;
}

/**
 * Returns the reason why an order can't be filled at any size. Ignores facts that weren't read.
 * Treats a maker whose tokens don't cover the smallest size as having no tokens.
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
 * balance and allowance. Ignores values that weren't read.
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

/**
 * Converts an amount of an order's collateral to dollars. Undefined if the required price is
 * unknown.
 */
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

/**
 * Returns true for an order that ends before its maker's cutoff time. The maker cancelled all such
 * orders.
 */
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
