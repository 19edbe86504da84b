import { keccak_256 } from '@noble/hashes/sha3';
import type { Hex } from 'viem';
import { hexToBytes } from 'viem';

const BITS = 2048;

/** A block header's Bloom filter. A negative is certain; a positive may be false. */
export interface Bloom {
  /** Share of bits that are set, from 0 to 1: the probability that one bit is a false positive. */
  readonly fill: number;
  holds(bits: readonly number[]): boolean;
}

/** Parses `logsBloom`; returns undefined when it is invalid. */
export function parseBloom(value: unknown): Bloom | undefined {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{512}$/.test(value)) return undefined;
  const bytes = hexToBytes(value as Hex);
  let ones = 0;
  for (const byte of bytes) for (let rest = byte; rest > 0; rest &= rest - 1) ones++;
  return {
    fill: ones / BITS,
    holds: (bits) => bits.every((bit) => ((bytes[255 - (bit >> 3)] ?? 0) & (1 << (bit & 7))) !== 0),
  };
}

/**
 * Returns the three bits of an emitter's address or a topic (Ethereum yellow paper, section 4.4.3).
 */
export function bloomBits(item: string): number[] {
  const hash = keccak_256(hexToBytes(item as Hex));
  return [0, 2, 4].map((at) => (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & (BITS - 1));
}
