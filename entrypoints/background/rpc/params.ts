import { type Address, getAddress, type Hex, isAddress } from 'viem';
import { hasAddressForm } from '../../../shared/chain/address-form.ts';
import { isRecord } from '../../../shared/messages/page.ts';
import { RpcError } from '../../../shared/rpc/codes.ts';

const HEX = /^0x(?:[0-9a-fA-F]{2})*$/;
const QUANTITY = /^0x(?:0|[1-9a-fA-F][0-9a-fA-F]*)$/;

export function noParams(params: unknown): null {
  if (params === undefined || params === null) return null;
  if (Array.isArray(params) || isRecord(params)) return null;
  throw new RpcError('invalidParams');
}

export function listParams(params: unknown, least: number): readonly unknown[] {
  if (!Array.isArray(params) || params.length < least) throw new RpcError('invalidParams');
  return params;
}

/** An address in any letter case; a mixed-case one with a wrong EIP-55 checksum is refused. */
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

/** A JSON-RPC quantity: hex without leading zeros. */
export function quantityParam(value: unknown): Hex {
  if (typeof value !== 'string' || !QUANTITY.test(value) || value.length > 66) {
    throw new RpcError('invalidParams');
  }
  return value.toLowerCase() as Hex;
}

/** Above this chain ids stop being exact numbers and safe to sign (EIP-2294's bound, rounded down). */
const MAX_CHAIN_ID = 4_503_599_627_370_476;

/** A chain id as 0x-prefixed hex without leading zeros (EIP-695, EIP-3085). */
export function chainIdParam(value: unknown): number {
  const chainId = Number(BigInt(quantityParam(value)));
  if (chainId < 1 || chainId > MAX_CHAIN_ID) throw new RpcError('invalidParams');
  return chainId;
}

/** A member that may be missing or null. */
export function optionalParam<Value>(
  value: unknown,
  parse: (value: unknown) => Value,
): Value | undefined {
  return value === undefined || value === null ? undefined : parse(value);
}
