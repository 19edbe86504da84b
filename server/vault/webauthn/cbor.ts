import { fromUtf8 } from '../../../shared/bytes.ts';
import { Malformed, requireThat } from './malformed.ts';

export type CborValue =
  | number
  | string
  | boolean
  | null
  | Uint8Array
  | readonly CborValue[]
  | CborMap;
export type CborMap = ReadonlyMap<number | string, CborValue>;

const MAX_DEPTH = 4;

/**
 * Reads one CBOR item (RFC 8949) in CTAP2's canonical form: definite lengths, shortest integers, no
 * duplicate map key, no tags, no floats, valid UTF-8.
 * @returns the value and the offset of the byte after it
 * @throws Malformed
 */
export function readCbor(bytes: Uint8Array, offset = 0): { value: CborValue; end: number } {
  const reader = { bytes, at: offset };
  const value = readItem(reader, 0);
  return { value, end: reader.at };
}

/**
 * Reads one item that fills `bytes` exactly.
 * @throws Malformed
 */
export function readWholeCbor(bytes: Uint8Array): CborValue {
  const { value, end } = readCbor(bytes);
  requireThat(end === bytes.length, 'bytes after the CBOR item');
  return value;
}

/**
 * Returns the value as a map with exactly these keys.
 * @throws Malformed
 */
export function mapWith(value: CborValue | undefined, keys: readonly (number | string)[]): CborMap {
  requireThat(value instanceof Map, 'not a CBOR map');
  requireThat(value.size === keys.length && keys.every((key) => value.has(key)), 'other map keys');
  return value;
}

interface Reader {
  readonly bytes: Uint8Array;
  at: number;
}

function readItem(reader: Reader, depth: number): CborValue {
  requireThat(depth <= MAX_DEPTH, 'CBOR nested too deep');
  const initial = take(reader, 1)[0] ?? 0;
  const major = initial >> 5;
  const info = initial & 31;
  switch (major) {
    case 0:
      return readArgument(reader, info);
    case 1:
      return -1 - readArgument(reader, info);
    case 2:
      return take(reader, readArgument(reader, info));
    case 3:
      return readText(take(reader, readArgument(reader, info)));
    case 4: {
      const count = readArgument(reader, info);
      const items: CborValue[] = [];
      for (let i = 0; i < count; i++) items.push(readItem(reader, depth + 1));
      return items;
    }
    case 5:
      return readMap(reader, readArgument(reader, info), depth);
    case 7:
      if (info === 20) return false;
      if (info === 21) return true;
      if (info === 22) return null;
  }
  throw new Malformed('a CBOR type that ceremonies do not have');
}

function readMap(reader: Reader, count: number, depth: number): CborMap {
  const map = new Map<number | string, CborValue>();
  for (let i = 0; i < count; i++) {
    const key = readItem(reader, depth + 1);
    requireThat(typeof key === 'number' || typeof key === 'string', 'a map key of another type');
    requireThat(!map.has(key), 'a map key twice');
    map.set(key, readItem(reader, depth + 1));
  }
  return map;
}

function readArgument(reader: Reader, info: number): number {
  if (info < 24) return info;
  requireThat(info <= 26, 'an indefinite, reserved or 64-bit CBOR length');
  const size = 1 << (info - 24);
  let value = 0;
  for (const byte of take(reader, size)) value = value * 256 + byte;
  const smallest = size === 1 ? 24 : 2 ** (4 * size);
  requireThat(value >= smallest, 'a CBOR integer longer than needed');
  return value;
}

function readText(bytes: Uint8Array): string {
  try {
    return fromUtf8(bytes);
  } catch {
    throw new Malformed('CBOR text that is not UTF-8');
  }
}

function take(reader: Reader, count: number): Uint8Array {
  const end = reader.at + count;
  requireThat(end <= reader.bytes.length, 'CBOR cut off');
  const bytes = reader.bytes.subarray(reader.at, end);
  reader.at = end;
  return bytes;
}
