import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../../shared/bytes.ts';

describe('toHex', () => {
  it('writes every byte as two lower-case digits, like Node', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(toHex(bytes)).toBe(`0x${Buffer.from(bytes).toString('hex')}`);
        expect(fromHex(toHex(bytes))).toEqual(new Uint8Array(bytes));
      }),
    );
    expect(toHex(new Uint8Array())).toBe('0x');
  });
});
