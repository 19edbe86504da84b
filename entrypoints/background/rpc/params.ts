import { type Address, getAddress, type Hex, isAddress } from 'viem';
import { hasAddressForm } from '../../../shared/chain/address-form.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { RpcError } from '../../../shared/rpc/codes.ts';
import { MAX_UINT256 } from '../../../shared/units.ts';

const HEX = /^0x(?:[0-9a-fA-F]{2})*$/;
const QUANTITY = /^0x[0-9a-fA-F]*$/;
/** Hex without leading zeros, the form of chain ids in EIP-695 and EIP-3085. */
const UNPADDED = /^0x[1-9a-fA-F][0-9a-fA-F]*$/;
const DECIMAL = /^[1-9]\d{0,15}$/;

export function noParams(params: unknown): null {
  if (params === undefined || params === null) return null;
  if (Array.isArray(params) || isRecord(params)) return null;
  throw new RpcError('invalidParams');
}

export function listParams(params: unknown, least: number): readonly unknown[] {
  if (!Array.isArray(params) || params.length < least) throw new RpcError('invalidParams');
  return params;
}

/**
 * Parses an address in any letter case. Rejects a mixed-case address with a wrong EIP-55 checksum.
 */
export function addressParam(value: unknown): Address {
  if (typeof value !== 'string' || !hasAddressForm(value)) {
    throw new RpcError('invalidParams');
  }
  const isOneCase =
    value === value.toLowerCase() || value.slice(2) === value.slice(2).toUpperCase();
  if (!isOneCase && !isAddress(value)) {
    throw new RpcError('invalidParams', 'The address has a wrong checksum.');
  }
  return getAddress(value);
}

export function hexParam(value: unknown): Hex {
  if (typeof value !== 'string' || !HEX.test(value)) throw new RpcError('invalidParams');
  return value.toLowerCase() as Hex;
}

/**
 * Returns one of the wallet's own addresses in any letter case. A wrong checksum can't lead to
 * another account, because the address is compared with the permitted addresses.
 */
export function accountParam(value: unknown): Address {
  if (typeof value !== 'string' || !hasAddressForm(value)) throw new RpcError('invalidParams');
  return getAddress(value.toLowerCase());
}

/** Returns call data in lower case. Some libraries send an empty text for no data. */
export function dataParam(value: unknown): Hex {
  return value === '' ? '0x' : hexParam(value);
}

/**
 * Returns a quantity as hex without leading zeros, at most 256 bits. Accepts hex with leading zeros
 * (ethers 5) and exact integers. Rejects decimal text, which could be hex without a prefix.
 */
export function quantityParam(value: unknown): Hex {
  const isExact = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
  const isHex = typeof value === 'string' && value.length <= 1024 && QUANTITY.test(value);
  if (!isExact && !isHex) throw new RpcError('invalidParams');
  const amount = value === '0x' ? 0n : BigInt(value);
  if (amount > MAX_UINT256) throw new RpcError('invalidParams');
  return `0x${amount.toString(16)}`;
}

/** Parses a chain id written as hex, number or decimal text. */
export function chainIdOfAnyForm(value: unknown): bigint {
  const isDecimal = typeof value === 'string' && DECIMAL.test(value);
  const chainId = isDecimal ? BigInt(value) : BigInt(quantityParam(value));
  if (chainId < 1n) throw new RpcError('invalidParams');
  return chainId;
}

/** Largest exact chain id that is safe to sign (EIP-2294's bound, rounded down). */
const MAX_CHAIN_ID = 4_503_599_627_370_476;

/** Parses a chain id in 0x-prefixed hex without leading zeros (EIP-695, EIP-3085). */
export function chainIdParam(value: unknown): number {
  const isUnpadded = typeof value === 'string' && value.length <= 66 && UNPADDED.test(value);
  const chainId = isUnpadded ? Number(BigInt(value)) : 0;
  if (chainId < 1 || chainId > MAX_CHAIN_ID) throw new RpcError('invalidParams');
  return chainId;
}

/** Parses a member that may be missing or null. */
export function optionalParam<Value>(
  value: unknown,
  parse: (value: unknown) => Value,
): Value | undefined {
  return value === undefined || value === null ? undefined : parse(value);
}

/** Returns a chain id in the form for pages. */
export function chainIdHex(chainId: number): string {
  return `0x${chainId.toString(16)}`;
}
