import { isoCBOR } from '@simplewebauthn/server/helpers';
import { equalBytes } from '../../../shared/bytes.ts';
import { ensure, Malformed } from './malformed.ts';

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
 * duplicate map key, no tags, no floats, ASCII text. The library decodes the item and encodes the
 * value again; equal bytes prove the canonical form.
 * @returns the value and the offset of the byte after it
 * @throws Malformed
 */
export function readCbor(bytes: Uint8Array, offset = 0): { value: CborValue; end: number } {
  const { value, encoded } = decodeAgain(bytes.subarray(offset));
  ensure(isUsable(value, 0), 'a CBOR type that ceremonies do not have');
  const end = offset + encoded.length;
  const isCanonical = equalBytes(encoded, bytes.subarray(offset, end));
  ensure(isCanonical, 'CBOR that is cut off or not in its shortest form');
  return { value, end };
}

function decodeAgain(bytes: Uint8Array): { value: unknown; encoded: Uint8Array } {
  try {
    const value = isoCBOR.decodeFirst<unknown>(Uint8Array.from(bytes));
    const encoded = isoCBOR.encode(value as Parameters<typeof isoCBOR.encode>[0]);
    return { value, encoded };
  } catch {
    throw new Malformed('not well-formed CBOR');
  }
}

/**
 * Returns true if a value has only the types that ceremonies use. The library encodes these types
 * without loss.
 */
function isUsable(value: unknown, depth: number): value is CborValue {
  if (depth > MAX_DEPTH) return false;
  const isInside = (item: unknown) => isUsable(item, depth + 1);
  if (Array.isArray(value)) return value.every(isInside);
  if (value instanceof Map) return [...value].every(([key, item]) => isKey(key) && isInside(item));
  if (typeof value === 'number') return isKey(value);
  return (
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    value === null ||
    value instanceof Uint8Array
  );
}

/** The library would accept a float as a key, and encode it as a float. */
function isKey(value: unknown): boolean {
  if (typeof value === 'string') return true;
  return (
    typeof value === 'number' && Number.isInteger(value) && -(2 ** 32) <= value && value < 2 ** 32
  );
}

/**
 * Reads a single item that fills `bytes` exactly.
 * @throws Malformed
 */
export function readWholeCbor(bytes: Uint8Array): CborValue {
  const { value, end } = readCbor(bytes);
  ensure(end === bytes.length, 'bytes after the CBOR item');
  return value;
}

/**
 * Returns the value as a map with exactly these keys.
 * @throws Malformed
 */
export function mapWith(value: CborValue | undefined, keys: readonly (number | string)[]): CborMap {
  ensure(value instanceof Map, 'not a CBOR map');
  ensure(value.size === keys.length && keys.every((key) => value.has(key)), 'other map keys');
  return value;
}
