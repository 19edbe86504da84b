import type { Hex } from 'viem';

/**
 * 32-byte ABI words for the two hashes of every order in a feed: EIP-712 struct hash and nonce.
 * Writing words in place is ten times faster than a general encoder.
 */
export const WORD = 32;

/**
 * Writes a non-negative integer into the word at `index`.
 * @throws RangeError above 256 bits
 */
export function writeUint(words: Uint8Array, index: number, value: bigint): void {
  if (value < 0n || value >> 256n !== 0n) throw new RangeError('an ABI word holds 256 bits');
  let rest = value;
  for (let at = (index + 1) * WORD - 1; rest > 0n; at--) {
    words[at] = Number(rest & 0xffn);
    rest >>= 8n;
  }
}

export function writeBool(words: Uint8Array, index: number, value: boolean): void {
  words[(index + 1) * WORD - 1] = value ? 1 : 0;
}

/** Writes an address (any letter case) right-aligned into the word at `index`. */
export function writeAddress(words: Uint8Array, index: number, address: Hex): void {
  const start = (index + 1) * WORD - 20;
  for (let i = 0; i < 20; i++)
    words[start + i] =
      (nibble(address.charCodeAt(2 + 2 * i)) << 4) | nibble(address.charCodeAt(3 + 2 * i));
}

/**
 * Decodes `0x…` hex of even length.
 * @throws RangeError on other characters
 */
export function hexBytes(hex: Hex): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array((hex.length - 2) / 2);
  for (let i = 0; i < bytes.length; i++)
    bytes[i] = (nibble(hex.charCodeAt(2 + 2 * i)) << 4) | nibble(hex.charCodeAt(3 + 2 * i));
  return bytes;
}

function nibble(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  if (code >= 97 && code <= 102) return code - 87;
  if (code >= 65 && code <= 70) return code - 55;
  throw new RangeError('not a hexadecimal digit');
}
