import type { Hex } from 'viem';
import { RpcError } from '../../../shared/rpc/codes.ts';

/** Returns a number as a JSON-RPC quantity: hex without leading zeros. */
export function quantity(value: bigint | number): Hex {
  return `0x${value.toString(16)}`;
}

/** Parses a quantity in a node's answer. Throws for other values. */
export function parseQuantity(value: unknown): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(value)) {
    throw new RpcError('chainUnreachable', 'The node gave an answer that cannot be used.');
  }
  return BigInt(value);
}
