import { keccak_256 } from '@noble/hashes/sha3';
import { hexBytes, WORD, writeAddress, writeBool, writeUint } from './abi-words.ts';
import type { Order } from './order.ts';

/**
 * Returns the nonce as the book computes it: keccak256 of the ABI encoding of nine fields. Orders
 * that differ only in strikes, expiry or price therefore share one nonce, one budget and one
 * cancellation. Source: the contract's `computeNonce`, eight real orders.
 */
export function computeNonce(order: Omit<Order, 'numContracts'>): bigint {
  const extra = hexBytes(order.extraOptionData);
  const tail = Math.ceil(extra.length / WORD);
  const words = new Uint8Array((10 + tail) * WORD);
  writeAddress(words, 0, order.maker);
  writeUint(words, 1, BigInt(order.orderExpiryTimestamp));
  writeAddress(words, 2, order.collateral);
  writeBool(words, 3, order.isCall);
  writeAddress(words, 4, order.priceFeed);
  writeAddress(words, 5, order.implementation);
  writeBool(words, 6, order.isLong);
  writeUint(words, 7, order.maxCollateralUsable);
  writeUint(words, 8, 9n * BigInt(WORD));
  writeUint(words, 9, BigInt(extra.length));
  words.set(extra, 10 * WORD);
  return toUint(keccak_256(words));
}

function toUint(bytes: Uint8Array): bigint {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let value = 0n;
  for (let at = 0; at < bytes.length; at += 8) value = (value << 64n) | view.getBigUint64(at);
  return value;
}
