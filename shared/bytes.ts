import { bytesToHex } from '@noble/hashes/utils.js';
import type { Hex } from 'viem';

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Joins byte arrays into a new one. noble's function has a return type that WebCrypto rejects. */
export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}

/**
 * Returns length-prefixed bytes: U16 big-endian length, then the bytes (vault notation `LP(x)`).
 */
export function lengthPrefixed(value: Uint8Array | string): Uint8Array<ArrayBuffer> {
  const bytes = typeof value === 'string' ? utf8(value) : value;
  if (bytes.length > 0xffff) throw new RangeError('the value is longer than 65535 bytes');
  return concatBytes(Uint8Array.of(bytes.length >> 8, bytes.length & 0xff), bytes);
}

/** Encodes an unsigned 64-bit integer, big-endian. */
export function u64(value: number | bigint): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
  return bytes;
}

/** Encodes an unsigned 32-bit integer, big-endian. */
export function u32(value: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

/**
 * Decodes UTF-8; keeps a BOM as a character.
 * @throws TypeError on an invalid sequence
 */
export function fromUtf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
}

/** Encodes unpadded base64url (RFC 4648 section 5). */
export function toBase64url(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const a = bytes[i] ?? 0;
    const b = bytes[i + 1] ?? 0;
    const c = bytes[i + 2] ?? 0;
    const left = bytes.length - i;
    text += BASE64URL.charAt(a >> 2) + BASE64URL.charAt(((a & 3) << 4) | (b >> 4));
    if (left > 1) text += BASE64URL.charAt(((b & 15) << 2) | (c >> 6));
    if (left > 2) text += BASE64URL.charAt(c & 63);
  }
  return text;
}

const DECODE = (() => {
  const table = new Int8Array(128).fill(-1);
  for (let i = 0; i < BASE64URL.length; i++) table[BASE64URL.charCodeAt(i)] = i;
  return table;
})();

/**
 * Decodes canonical unpadded base64url. Returns `undefined` for other texts: with padding, another
 * alphabet or unused bits that aren't zero.
 */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> | undefined {
  const rest = text.length % 4;
  if (rest === 1) return undefined;
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let bits = 0;
  let pending = 0;
  let at = 0;
  for (let i = 0; i < text.length; i++) {
    const value = DECODE[text.charCodeAt(i)] ?? -1;
    if (value < 0) return undefined;
    pending = (pending << 6) | value;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[at++] = (pending >> bits) & 0xff;
      pending &= (1 << bits) - 1;
    }
  }
  return pending === 0 ? bytes : undefined;
}

export function toHex(bytes: Uint8Array): Hex {
  return `0x${bytesToHex(bytes)}`;
}

/**
 * Decodes hex of even length, with or without `0x`. Returns `undefined` for other texts. noble's
 * function would throw an error that contains the digits, possibly of a key.
 */
export function fromHex(text: string): Uint8Array<ArrayBuffer> | undefined {
  const start = text.startsWith('0x') ? 2 : 0;
  if ((text.length - start) % 2 !== 0) return undefined;
  const bytes = new Uint8Array((text.length - start) / 2);
  // Uses no regular expression, because the engine would keep a private key as its last subject.
  for (let i = 0; i < bytes.length; i++) {
    const high = hexDigit(text.charCodeAt(start + 2 * i));
    const low = hexDigit(text.charCodeAt(start + 2 * i + 1));
    if (high === undefined || low === undefined) return undefined;
    bytes[i] = (high << 4) | low;
  }
  return bytes;
}

function hexDigit(code: number): number | undefined {
  if (code >= 48 && code <= 57) return code - 48;
  const letter = code | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : undefined;
}

/** Compares in constant time, so that timing doesn't reveal where two secrets differ. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let i = 0; i < a.length; i++) difference |= (a[i] ?? 0) ^ (b[i] ?? 0);
  return difference === 0;
}

/** Orders byte arrays by the first byte that differs, then by length. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Overwrites secrets with zeros (vault rule 11). */
export function wipe(...secrets: readonly (Uint8Array | undefined)[]): void {
  for (const secret of secrets) secret?.fill(0);
}
