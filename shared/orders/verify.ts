import { type Address, type Hex, isAddressEqual } from 'viem';
import { toHex } from '../bytes.ts';
import { BOOK_R12 } from '../chain/deployments.ts';
import type { UnixSeconds } from '../units.ts';
import { orderDigestBytes } from './eip712.ts';
import { type CheckReason, check, checkFit, type OrderCheck } from './fit.ts';
import { computeNonce } from './nonce.ts';
import type { Order, SignedOrder } from './order.ts';
import { implementationAt, type Product } from './products.ts';
import { recoverSigner } from './recover.ts';

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
export type ContractMaker = 'accepts' | 'signatureOnly' | 'refuses';

export interface VerifyContext {
  readonly now: UnixSeconds;
  /** Known books. Orders of other books are rejected. */
  readonly books?: readonly Address[];
  /**
   * The maker contract's answer about this signer, if it was asked. Without an answer, a signer
   * other than the maker fails. `signatureOnly`: the contract accepts the signature by EIP-1271,
   * but hasn't granted the signer the operator role that the book requires.
   */
  readonly contractMaker?: ContractMaker | undefined;
  /** True to skip the nonce check, which costs a hash. The caller must then check the nonce. */
  readonly leavesNonce?: boolean;
}

/**
 * Checks everything about a signed order that doesn't need the chain. Never throws: each check
 * passes, warns or fails, with a reason. Only these checks reject hostile option contracts, because
 * the book doesn't check the implementation.
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

/**
 * Runs all checks except the signature check, which is slow and has a fixed result for each digest.
 */
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

function worst(checks: readonly OrderCheck[]): OrderCheck['status'] {
  if (checks.some(({ status }) => status === 'failed')) return 'failed';
  return checks.some(({ status }) => status === 'warned') ? 'warned' : 'passed';
}

function isAmong(addresses: readonly Address[], address: Address): boolean {
  return addresses.some((one) => isAddressEqual(one, address));
}

function sideProblem(order: Order, product: Product | undefined): CheckReason | undefined {
  return product?.isCall === undefined || product.isCall === order.isCall
    ? undefined
    : 'not-the-product';
}

/** A quote can still be filled in its last second (reference section 2.5, step 1). */
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
  return [context.contractMaker === 'signatureOnly' ? 'no-operator-role' : 'not-the-maker'];
}
