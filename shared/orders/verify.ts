import { type Address, type Hex, isAddressEqual } from 'viem';
import { toHex } from '../bytes.ts';
import { BOOK_R12 } from '../chain/deployments.ts';
import { assetOfFeed, tokenAt, worthOf } from '../chain/tokens.ts';
import type { UnixSeconds } from '../units.ts';
import { deliveredWorth, deliveryTokenIn } from './delivery.ts';
import { orderDigestBytes } from './eip712.ts';
import { computeNonce } from './nonce.ts';
import type { Order, SignedOrder } from './order.ts';
import { implementationAt, type Product } from './products.ts';
import { recoverSigner } from './recover.ts';
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

export interface Verification {
  /** The order's identity on its book. */
  readonly digest: Hex;
  /** Undefined when the signature is invalid. */
  readonly signer: Address | undefined;
  /** The worst status of all checks. */
  readonly status: OrderCheck['status'];
  readonly checks: readonly OrderCheck[];
}

/** A contract maker's answer about an order's signer. */
export type ContractMaker = 'accepts' | 'signature only' | 'refuses';

export interface VerifyContext {
  readonly now: UnixSeconds;
  /** Known books; an order for any other is rejected. */
  readonly books?: readonly Address[];
  /**
   * A maker contract's answer about this signer, if it was asked. Without it, a signer other than
   * the maker fails. `signature only`: the contract accepts the signature by EIP-1271 but doesn't
   * grant the signer the operator role that the book requires.
   */
  readonly contractMaker?: ContractMaker | undefined;
  /** Skips the nonce check, which costs a hash. The caller must do it. */
  readonly leavesNonce?: boolean;
}

/**
 * Checks everything about a signed order that doesn't need the chain. Never throws: each check
 * passes, warns or fails, with a reason. The chain doesn't check the implementation, so this check
 * keeps hostile option contracts out.
 */
export function verifyOrder(signed: SignedOrder, context: VerifyContext): Verification {
  const { order } = signed;
  const digest = orderDigestBytes(order, signed.optionBookAddress);
  const signer = recoverSigner(digest, signed.signature);
  const checks = [
    ...checkTerms(signed, context),
    check('signature', ...signatureProblem(order, signer, context)),
  ];
  return { digest: toHex(digest), signer, status: worst(checks), checks };
}

/** Runs all checks but the signature's, which is expensive and never changes for a digest. */
export function checkTerms(signed: SignedOrder, context: VerifyContext): OrderCheck[] {
  const { order } = signed;
  const books = context.books ?? [BOOK_R12];
  const product = implementationAt(order.implementation)?.product;
  return [
    check('book', isAmong(books, signed.optionBookAddress) ? undefined : 'not-pinned'),
    ...checkFit(order, context),
    check('option side', sideProblem(order, product), 'warned'),
    check('price', order.price > 0n ? undefined : 'zero'),
    check('quote expiry', ...quoteExpiryProblem(order, context.now)),
    ...(context.leavesNonce === true
      ? []
      : [check('nonce', computeNonce(order) === signed.nonce ? undefined : 'not-derived')]),
  ];
}

/** The terms of an option that an order, a request to makers or an offer trades. */
export type FittingTerms = Pick<
  Order,
  'implementation' | 'collateral' | 'priceFeed' | 'strikes' | 'extraOptionData' | 'expiry'
>;

/**
 * Checks whether option code, collateral, price feed, strikes and delivery token are known and fit
 * together. Everything that trades an option asks this function: neither the book nor the factory
 * checks them, and each of them alone can take the money.
 */
export function checkFit(
  terms: FittingTerms,
  { now }: Pick<VerifyContext, 'now'>,
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

function check(
  name: CheckName,
  reason: CheckReason | undefined,
  status: 'warned' | 'failed' = 'failed',
): OrderCheck {
  return reason === undefined ? { check: name, status: 'passed' } : { check: name, status, reason };
}

function worst(checks: readonly OrderCheck[]): OrderCheck['status'] {
  if (checks.some(({ status }) => status === 'failed')) return 'failed';
  return checks.some(({ status }) => status === 'warned') ? 'warned' : 'passed';
}

function isAmong(addresses: readonly Address[], address: Address): boolean {
  return addresses.some((one) => isAddressEqual(one, address));
}

/**
 * Checks the collateral: dollar products take dollar tokens, others the token of their underlying.
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

function sideProblem(order: Order, product: Product | undefined): CheckReason | undefined {
  return product?.isCall === undefined || product.isCall === order.isCall
    ? undefined
    : 'not-the-product';
}

/**
 * Checks the extra data: physical products name their delivery token as one ABI word, cash products
 * have none. The book accepts any token, so one of another worth could buy the collateral for
 * almost nothing.
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

/** Returns the token that a physical product's buyer exchanges for the collateral. */
export function deliveryToken(order: Pick<Order, 'extraOptionData'>) {
  return deliveryTokenIn(order.extraOptionData);
}

/**
 * Checks the end of the quote; at equality it can still be filled (reference section 2.5, step 1).
 */
function quoteExpiryProblem(
  order: Order,
  now: UnixSeconds,
): [CheckReason | undefined, ('warned' | 'failed')?] {
  if (order.orderExpiryTimestamp < now) return ['past'];
  return [order.orderExpiryTimestamp > order.expiry ? 'after-option-expiry' : undefined, 'warned'];
}

function signatureProblem(
  order: Order,
  signer: Address | undefined,
  context: VerifyContext,
): [CheckReason | undefined, ('warned' | 'failed')?] {
  if (signer === undefined) return ['unreadable'];
  if (isAddressEqual(signer, order.maker)) return [undefined];
  if (context.contractMaker === 'accepts') return ['contract-maker', 'warned'];
  return [context.contractMaker === 'signature only' ? 'no-operator-role' : 'not-the-maker'];
}
