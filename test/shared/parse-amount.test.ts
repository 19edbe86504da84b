import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactAmount } from '../../shared/format.ts';
import { isNumber, parseAmount } from '../../shared/parse-amount.ts';

describe('a typed amount', () => {
  it.each([
    '',
    '.',
    '-1',
    '+1',
    '1e3',
    '1,000.5',
    '1,000',
    '0x10',
    '1.0000001',
    ' ',
    '1 000',
    '１',
  ])('rejects "%s" for a token of six decimals', (text) => {
    expect(parseAmount(text, 6)).toBeUndefined();
  });

  it('accepts seven decimals, but rejects a sign, an empty text and a comma that could separate thousands', () => {
    expect(isNumber('1.0000001', '.')).toBe(true);
    expect(isNumber('2,700', ',')).toBe(true);
    for (const text of ['2,700', '2,700.5', '-1', '']) expect(isNumber(text, '.')).toBe(false);
  });

  it.each([
    ['1', 1_000_000n],
    ['0.5', 500_000n],
    ['.5', 500_000n],
    ['5.', 5_000_000n],
    ['0,25', 250_000n],
    ['0.000001', 1n],
    ['00012', 12_000_000n],
  ])('parses "%s" as %s base units of six decimals', (text, units) => {
    expect(parseAmount(text, 6)).toBe(units);
  });

  it('parses the text of any amount to exactly that amount', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
        fc.integer({ min: 0, max: 36 }),
        (units, decimals) => {
          fc.pre(units.toString().length - decimals <= 60);
          expect(parseAmount(exactAmount(units, decimals), decimals)).toBe(units);
        },
      ),
    );
  });
});
