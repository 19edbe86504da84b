import { assetOfFeed, tokenAt, worthOf } from '../chain/tokens.ts';
import type { UnixSeconds } from '../units.ts';
import { deliveredWorth, deliveryTokenIn } from './delivery.ts';
import type { Order } from './order.ts';
import { implementationAt, type Product } from './products.ts';
import { STRIKE_PROBLEMS, strikeProblem } from './strikes.ts';

export const CHECK_NAMES = [
  'book',
  'implementation',
  'collateral',
  'price feed',
  'strikes',
  'option side',
  'extra data',
  'price',
  'option expiry',
  'quote expiry',
  'nonce',
  'signature',
] as const;
export type CheckName = (typeof CHECK_NAMES)[number];

export const CHECK_REASONS = [
  ...STRIKE_PROBLEMS,
  'not-pinned',
  'unknown',
  'other-asset',
  'not-the-product',
  'not-empty',
  'unknown-delivery-token',
  'zero',
  'past',
  'after-option-expiry',
  'not-derived',
  'unreadable',
  'not-the-maker',
  'contract-maker',
  'no-operator-role',
] as const;
export type CheckReason = (typeof CHECK_REASONS)[number];

/** One check with its outcome. A warning still allows the order; a failure rejects it. */
export type OrderCheck =
  | { readonly check: CheckName; readonly status: 'passed' }
  | {
      readonly check: CheckName;
      readonly status: 'warned' | 'failed';
      readonly reason: CheckReason;
    };

/** Terms of an option that an order, a request to makers or an offer trades. */
export type FittingTerms = Pick<
  Order,
  'implementation' | 'collateral' | 'priceFeed' | 'strikes' | 'extraOptionData' | 'expiry'
>;

/**
 * Checks that option code, collateral, price feed, strikes and delivery token are known and
 * consistent. Call this check before every trade of an option: neither the book nor the factory
 * checks these terms, and one wrong term can cost all the money.
 */
export function checkFit(
  terms: FittingTerms,
  { now }: { readonly now: UnixSeconds },
): readonly OrderCheck[] {
  const product = implementationAt(terms.implementation)?.product;
  return [
    check('implementation', product === undefined ? 'unknown' : undefined),
    check('collateral', collateralProblem(terms, product)),
    check('price feed', assetOfFeed(terms.priceFeed) ? undefined : 'unknown'),
    check('strikes', product && strikeProblem(product.name, terms.strikes)),
    check('extra data', ...extraDataProblem(terms, product)),
    check('option expiry', terms.expiry > now ? undefined : 'past'),
  ];
}

/** Returns the outcome of a check. Without a reason, the check has passed. */
export function check(
  name: CheckName,
  reason: CheckReason | undefined,
  status: 'warned' | 'failed' = 'failed',
): OrderCheck {
  return reason === undefined ? { check: name, status: 'passed' } : { check: name, status, reason };
}

/**
 * Checks the collateral: dollar products need a dollar token, other products the underlying's
 * token.
 */
function collateralProblem(
  order: Pick<Order, 'collateral' | 'priceFeed'>,
  product: Product | undefined,
): CheckReason | undefined {
  const token = tokenAt(order.collateral);
  if (token === undefined) return 'unknown';
  if (product === undefined) return undefined;
  const expected = product.isQuoteCollateral ? 'USD' : assetOfFeed(order.priceFeed);
  return expected === undefined || worthOf(token) === expected ? undefined : 'other-asset';
}

/**
 * Checks the extra data: physical products name their delivery token as one ABI word, cash products
 * have none. The book accepts any token, so a cheap one could buy the collateral for almost
 * nothing.
 */
function extraDataProblem(
  order: Pick<Order, 'extraOptionData' | 'priceFeed'>,
  product: Product | undefined,
): [CheckReason | undefined, ('warned' | 'failed')?] {
  if (product?.isPhysical) {
    const token = deliveryToken(order);
    if (token === undefined) return ['unknown-delivery-token'];
    const expected = deliveredWorth(product, order.priceFeed);
    return [expected === undefined || worthOf(token) === expected ? undefined : 'other-asset'];
  }
  return [order.extraOptionData === '0x' ? undefined : 'not-empty', 'warned'];
}

/** Returns the token that the buyer of a physical product exchanges for the collateral. */
export function deliveryToken(order: Pick<Order, 'extraOptionData'>) {
  return deliveryTokenIn(order.extraOptionData);
}
