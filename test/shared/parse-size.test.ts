import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactAmount } from '../../shared/format.ts';
import { parseSize } from '../../shared/parse-size.ts';

describe('a typed size', () => {
  it.each<[string, number, bigint | undefined]>([
    ['1.5', 6, 1_500_000n],
    ['1,5', 6, 1_500_000n],
    [' 12 ', 8, 1_200_000_000n],
    ['.25', 6, 250_000n],
    ['0,125', 6, 125_000n],
    ['1250.', 6, 1_250_000_000n],
    // Decimals beyond the token's decimals are cut off, never rounded up.
    ['0.1234569', 6, 123_456n],
    // "1,000" means a thousand in some languages and one in others, so it is refused.
    ['1,000', 6, undefined],
    ['1,234,567', 6, undefined],
    ['', 6, undefined],
    ['.', 6, undefined],
    ['-1', 6, undefined],
    ['1e6', 6, undefined],
    ['0x10', 6, undefined],
    ['1 000', 6, undefined],
    ['∞', 6, undefined],
  ])('parses %j with %d decimals as %s', (text, decimals, expected) => {
    expect(parseSize(text, decimals)).toBe(expected);
  });

  it('accepts the language’s decimal mark, and rejects the other mark only where it could separate thousands', () => {
    expect(parseSize('8,875', 6, ',')).toBe(8_875_000n);
    expect(parseSize('8.875', 6, '.')).toBe(8_875_000n);
    expect(parseSize('8.875', 6, ',')).toBeUndefined();
    expect(parseSize('8.5', 6, ',')).toBe(8_500_000n);
  });

  it('parses the wallet’s own format of every amount', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 30n }),
        fc.constantFrom(6, 8, 18),
        (amount, decimals) => {
          expect(parseSize(exactAmount(amount, decimals), decimals)).toBe(amount);
        },
      ),
    );
  });
});
