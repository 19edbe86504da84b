import type { Hex } from 'viem';

/** Encodes a JSON-RPC quantity. */
export function quantity(value: number): Hex {
  return `0x${value.toString(16)}`;
}

/** Parses a quantity. Returns undefined unless it is a safe integer. */
export function parseQuantity(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{1,14}$/.test(value)) return undefined;
  const parsed = Number(value);
  return Number.isSafeInteger(parsed) ? parsed : undefined;
}

export function isHash(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{64}$/.test(value);
}
