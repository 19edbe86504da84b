import { concatBytes, utf8 } from '../../shared/bytes.ts';

export type Encodable =
  | number
  | string
  | boolean
  | null
  | Uint8Array
  | readonly Encodable[]
  | ReadonlyMap<number | string, Encodable>
  | RawCbor;

/** Bytes that are copied to the output unchanged, for encodings that no encoder would make. */
export class RawCbor {
  readonly bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

/** Encodes CBOR in its shortest form, with map entries in the given order. */
export function encodeCbor(value: Encodable): Uint8Array<ArrayBuffer> {
  if (value instanceof RawCbor) return concatBytes(value.bytes);
  if (value === false) return Uint8Array.of(0xf4);
  if (value === true) return Uint8Array.of(0xf5);
  if (value === null) return Uint8Array.of(0xf6);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') {
    const bytes = utf8(value);
    return concatBytes(head(3, bytes.length), bytes);
  }
  if (value instanceof Uint8Array) return concatBytes(head(2, value.length), value);
  if (value instanceof Map) {
    const entries = [...value].flatMap(([key, item]) => [encodeCbor(key), encodeCbor(item)]);
    return concatBytes(head(5, value.size), ...entries);
  }
  const items = value as readonly Encodable[];
  return concatBytes(head(4, items.length), ...items.map(encodeCbor));
}

function head(major: number, argument: number): Uint8Array<ArrayBuffer> {
  const initial = major << 5;
  if (argument < 24) return Uint8Array.of(initial | argument);
  if (argument < 0x100) return Uint8Array.of(initial | 24, argument);
  if (argument < 0x10000) return Uint8Array.of(initial | 25, argument >> 8, argument & 0xff);
  return Uint8Array.of(
    initial | 26,
    argument >>> 24,
    (argument >> 16) & 0xff,
    (argument >> 8) & 0xff,
    argument & 0xff,
  );
}
