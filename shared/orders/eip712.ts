import { keccak_256 } from '@noble/hashes/sha3';
import { type Address, type Hex, isAddressEqual } from 'viem';
import { concatBytes, toHex, utf8 } from '../bytes.ts';
import { BOOK_R12, CHAIN_ID } from '../chain/deployments.ts';
import { hexBytes, WORD, writeAddress, writeBool, writeUint } from './abi-words.ts';
import type { Order } from './order.ts';

/** The members that the maker signs: all fields of the order except `numContracts`. */
export const ORDER_TYPES = {
  Order: [
    { name: 'maker', type: 'address' },
    { name: 'orderExpiryTimestamp', type: 'uint256' },
    { name: 'collateral', type: 'address' },
    { name: 'isCall', type: 'bool' },
    { name: 'priceFeed', type: 'address' },
    { name: 'implementation', type: 'address' },
    { name: 'isLong', type: 'bool' },
    { name: 'maxCollateralUsable', type: 'uint256' },
    { name: 'strikes', type: 'uint256[]' },
    { name: 'expiry', type: 'uint256' },
    { name: 'price', type: 'uint256' },
    { name: 'extraOptionData', type: 'bytes' },
  ],
} as const;

const NAME = 'OptionBook';
const VERSION = '1.0';

/** Returns the EIP-712 domain of a book's orders. Each book revision has its own address. */
export function orderDomain(book: Address) {
  return {
    name: NAME,
    version: VERSION,
    chainId: CHAIN_ID,
    verifyingContract: book,
  } as const;
}

/** Returns an order's typed data for signing (EIP-712). */
export function orderTypedData(order: Omit<Order, 'numContracts'>, book: Address) {
  return {
    domain: orderDomain(book),
    types: ORDER_TYPES,
    primaryType: 'Order',
    message: {
      maker: order.maker,
      orderExpiryTimestamp: BigInt(order.orderExpiryTimestamp),
      collateral: order.collateral,
      isCall: order.isCall,
      priceFeed: order.priceFeed,
      implementation: order.implementation,
      isLong: order.isLong,
      maxCollateralUsable: order.maxCollateralUsable,
      strikes: order.strikes,
      expiry: BigInt(order.expiry),
      price: order.price,
      extraOptionData: order.extraOptionData,
    },
  } as const;
}

/** keccak256 of `Order(address maker,…,bytes extraOptionData)`, the book's LIMIT_ORDER_TYPEHASH. */
const TYPE_HASH = 0x73c8f94934fced46b03a5e95733736a4dea874b35c09538feb1e0c43200f9c9cn;
/** keccak256 of `EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)`. */
const DOMAIN_TYPE_HASH = 0x8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400fn;
/**
 * Domain separator of the book on which Condor fills. A constant, because computing it would delay
 * each start of the worker.
 */
const R12_SEPARATOR = 0x8cbb99ea49e6ac41f19ab9022aca6c1b2f9fe0aa0515684f743185a8555fff85n;
/** keccak256 of empty bytes. The extra data of cash products is empty. */
const NOTHING_HASH = 0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470n;

/**
 * Returns the EIP-712 digest, an order's identity (siblings share the nonce). Strikes are hashed in
 * the sequence that the maker signs.
 */
export function orderDigest(order: Omit<Order, 'numContracts'>, book: Address): Hex {
  return toHex(orderDigestBytes(order, book));
}

export function orderDigestBytes(order: Omit<Order, 'numContracts'>, book: Address): Uint8Array {
  const strikes = new Uint8Array(order.strikes.length * WORD);
  order.strikes.forEach((strike, i) => {
    writeUint(strikes, i, strike);
  });
  const words = new Uint8Array(13 * WORD);
  writeUint(words, 0, TYPE_HASH);
  writeAddress(words, 1, order.maker);
  writeUint(words, 2, BigInt(order.orderExpiryTimestamp));
  writeAddress(words, 3, order.collateral);
  writeBool(words, 4, order.isCall);
  writeAddress(words, 5, order.priceFeed);
  writeAddress(words, 6, order.implementation);
  writeBool(words, 7, order.isLong);
  writeUint(words, 8, order.maxCollateralUsable);
  words.set(keccak_256(strikes), 9 * WORD);
  writeUint(words, 10, BigInt(order.expiry));
  writeUint(words, 11, order.price);
  if (order.extraOptionData === '0x') writeUint(words, 12, NOTHING_HASH);
  else words.set(keccak_256(hexBytes(order.extraOptionData)), 12 * WORD);
  return keccak_256(
    concatBytes(Uint8Array.of(0x19, 0x01), domainSeparator(book), keccak_256(words)),
  );
}

function domainSeparator(book: Address): Uint8Array {
  if (isAddressEqual(book, BOOK_R12)) {
    const known = new Uint8Array(WORD);
    writeUint(known, 0, R12_SEPARATOR);
    return known;
  }
  const domain = orderDomain(book);
  const words = new Uint8Array(5 * WORD);
  writeUint(words, 0, DOMAIN_TYPE_HASH);
  words.set(keccak_256(utf8(NAME)), WORD);
  words.set(keccak_256(utf8(VERSION)), 2 * WORD);
  writeUint(words, 3, BigInt(domain.chainId));
  writeAddress(words, 4, domain.verifyingContract);
  return keccak_256(words);
}
