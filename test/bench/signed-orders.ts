import { secp256k1 } from '@noble/curves/secp256k1';
import { toHex } from '../../shared/bytes.ts';
import { BOOK_R12, PRICE_FEEDS, TOKENS } from '../../shared/chain/deployments.ts';
import { IMPLEMENTATIONS } from '../../shared/chain/implementations.ts';
import { orderDigestBytes } from '../../shared/orders/eip712.ts';
import { computeNonce } from '../../shared/orders/nonce.ts';
import type { Order, SignedOrder } from '../../shared/orders/order.ts';
import { addressOfKey } from '../../shared/orders/recover.ts';
import { contracts, price8, tokenAmount, unixSeconds } from '../../shared/units.ts';

const MAKERS = 50;
const EXPIRIES = 12;

const keys = Array.from({ length: MAKERS }, (_, i) => Uint8Array.from({ length: 32 }, () => i + 1));

/** Makers of the orders. On a chain, each maker needs the collateral and an allowance. */
export const ORDER_MAKERS = keys.map((key) => addressOfKey(secp256k1.getPublicKey(key, false)));
const products = IMPLEMENTATIONS.filter(
  ({ revision, product }) =>
    revision === 'r12' &&
    ['PUT', 'LINEAR_CALL', 'CALL_SPREAD', 'CALL_FLY', 'RANGER'].includes(product),
);

/** Returns the premium of the i-th order, 8 decimals: all different and unsorted. */
export function priceOf(i: number): bigint {
  return 4_000_000_000n + BigInt((i * 7_919) % 100_003) * 1_000_000n;
}

/**
 * Returns the i-th order. Consecutive orders have different makers (fifty in turn) and different
 * terms: first the five products, then the expiries, then the next strike. Quotes end an hour after
 * `start`.
 */
export function signedOrder(i: number, start: number, expiries = EXPIRIES): SignedOrder {
  const maker = i % MAKERS;
  const implementation = products[i % products.length];
  const block = Math.floor(i / products.length);
  const days = 1 + (block % expiries);
  const strike = 200_000_000_000n + BigInt(Math.floor(block / expiries)) * 2_000_000_000n;
  const order: Order = {
    maker: ORDER_MAKERS[maker] ?? BOOK_R12,
    orderExpiryTimestamp: unixSeconds(start + 3_600),
    collateral: TOKENS[0]?.address ?? BOOK_R12,
    isCall: implementation?.product !== 'PUT',
    priceFeed: PRICE_FEEDS[0]?.address ?? BOOK_R12,
    implementation: implementation?.address ?? BOOK_R12,
    isLong: false,
    maxCollateralUsable: tokenAmount(10_000_000_000n),
    strikes: Array.from({ length: implementation?.strikeCount ?? 1 }, (_, leg) =>
      price8(strike + BigInt(leg) * 10_000_000_000n),
    ),
    expiry: unixSeconds(start + days * 86_400),
    price: price8(priceOf(i)),
    numContracts: contracts(0n),
    extraOptionData: '0x',
  };
  const signature = secp256k1.sign(
    orderDigestBytes(order, BOOK_R12),
    keys[maker] ?? new Uint8Array(),
  );
  const v = signature.recovery === 1 ? '1c' : '1b';
  return {
    order,
    nonce: computeNonce(order),
    signature: `${toHex(signature.toCompactRawBytes())}${v}` as `0x${string}`,
    optionBookAddress: BOOK_R12,
  };
}
