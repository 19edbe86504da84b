import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapWith, readCbor, readWholeCbor } from '../../../server/vault/webauthn/cbor.ts';
import { Malformed } from '../../../server/vault/webauthn/malformed.ts';
import { fromHex } from '../../../shared/bytes.ts';
import { type Encodable, encodeCbor } from '../../helpers/cbor-encode.ts';

const bytes = (hex: string) => fromHex(hex) ?? new Uint8Array();

const leaf: fc.Arbitrary<Encodable> = fc.oneof(
  fc.integer({ min: -4_294_967_296, max: 4_294_967_295 }),
  fc.boolean(),
  fc.constant(null),
  fc.uint8Array({ maxLength: 300 }),
  fc.string({ maxLength: 30 }),
);
const keys = fc.oneof(fc.integer({ min: -500, max: 500 }), fc.string({ maxLength: 30 }));
const values: fc.Arbitrary<Encodable> = fc.oneof(
  leaf,
  fc.array(leaf, { maxLength: 30 }),
  fc.array(fc.tuple(keys, leaf), { maxLength: 30 }).map((entries) => new Map(entries)),
);

describe('strict CBOR', () => {
  it('decodes everything that was encoded in the shortest form', () => {
    fc.assert(
      fc.property(values, (value) => {
        expect(readWholeCbor(encodeCbor(value))).toEqual(value);
      }),
    );
  });

  it('accepts only the shortest form of a value', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 12 }), (input) => {
        let read: { value: unknown; end: number };
        try {
          read = readCbor(input);
        } catch (error) {
          expect(error).toBeInstanceOf(Malformed);
          return;
        }
        expect(encodeCbor(read.value as Encodable)).toEqual(input.slice(0, read.end));
      }),
      { numRuns: 20_000 },
    );
  });

  it.each([
    ['1817', 'a one-byte integer that fits the first byte'],
    ['1900ff', 'a two-byte integer that fits one byte'],
    ['1a0000ffff', 'a four-byte integer that fits two bytes'],
    ['1b0000000100000000', 'a 64-bit integer'],
    ['5f4101ff', 'an indefinite byte string'],
    ['9fff', 'an indefinite list'],
    ['bfff', 'an indefinite map'],
    ['f7', 'undefined'],
    ['f818', 'a simple value'],
    ['f93c00', 'a float'],
    ['a1fa0000010000', 'a float as a key'],
    ['c001', 'a tag'],
    ['62c328', 'text that is not UTF-8'],
    ['62c3a9', 'text that isn’t ASCII'],
    ['a2010001', 'a truncated map'],
    ['a201000100', 'a map with a key twice'],
    ['a1f500', 'a key that is true'],
    ['a1410000', 'a key of bytes'],
    ['8181818181818100', 'lists nested too deep'],
    ['5affffffff00', 'a byte string of four gigabytes'],
    ['9affffffff00', 'a list of four billion items'],
    ['', 'an empty input'],
  ])('rejects the bytes “%s”: %s', (hex) => {
    expect(() => readWholeCbor(bytes(hex))).toThrow(Malformed);
  });

  it('requires a map with exactly the given keys', () => {
    const map = new Map([['a', 1]]);
    expect(mapWith(map, ['a'])).toBe(map);
    expect(() => mapWith(map, ['a', 'b'])).toThrow(Malformed);
    expect(() => mapWith(map, [])).toThrow(Malformed);
    expect(() => mapWith(undefined, [])).toThrow(Malformed);
  });
});
