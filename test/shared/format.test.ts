import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactAmount, formatAmount, roundedUp } from '../../shared/format.ts';

describe('displayed amounts', () => {
  it.each([
    [1_234_567_890n, 6, 6, '1,234.56789'],
    [1_000_000n, 6, 6, '1'],
    [0n, 6, 6, '0'],
    [1n, 18, 6, '<0.000001'],
    [-1_500_000n, 6, 6, '−1.5'],
    [999_999_999n, 6, 2, '999.99'],
    [-1n, 18, 6, '≈ 0'],
    [4_567n, 6, 2, '0.0045'],
    [4_567n, 6, 0, '0.0045'],
    [-4_500n, 6, 2, '−0.0045'],
    [10n ** 12n, 18, 6, '0.000001'],
    [12n * 10n ** 11n, 18, 4, '0.0000012'],
    [5n, 0, 6, '5'],
  ])(
    'formats the amount %s of a token with %i decimals for a display of %s decimals: %s',
    (amount, decimals, fraction, text) => {
      expect(formatAmount(amount, decimals, fraction)).toBe(text);
    },
  );

  it('never shows an amount as larger than it is, or in scientific notation', () => {
    fc.assert(
      fc.property(
        fc.bigInt(0n, 10n ** 30n),
        fc.integer({ min: 0, max: 18 }),
        (amount, decimals) => {
          const text = formatAmount(amount, decimals, 4);
          expect(text).toMatch(/^<?[\d,]+(?:\.\d+)?$/);
          if (text.startsWith('<')) return;
          const [whole = '', rest = ''] = text.replace(/,/g, '').split('.');
          const back = BigInt(whole + rest.padEnd(decimals, '0').slice(0, decimals));
          expect(back <= amount).toBe(true);
        },
      ),
    );
  });

  it('rounds a displayed cost up by less than one unit of its last decimal', () => {
    fc.assert(
      fc.property(
        fc.bigInt(-(10n ** 30n), 10n ** 30n),
        fc.integer({ min: 0, max: 18 }),
        fc.integer({ min: 0, max: 6 }),
        (amount, decimals, fraction) => {
          const text = formatAmount(roundedUp(amount, decimals, fraction), decimals, fraction);
          const unit = 10n ** BigInt(Math.max(0, decimals - fraction));
          const size = amount < 0n ? -amount : amount;
          if (text === '≈ 0') {
            expect(amount < 0n && size * 1_000_000n < 10n ** BigInt(decimals)).toBe(true);
            return;
          }
          const [whole = '', rest = ''] = text.replace(/[−<,]/g, '').split('.');
          const shown = BigInt(whole + rest.padEnd(decimals, '0'));
          expect(text.startsWith('−')).toBe(amount < 0n);
          expect(shown >= size && shown < size + unit).toBe(true);
        },
      ),
    );
  });

  it('writes an amount exactly for copying', () => {
    fc.assert(
      fc.property(
        fc.bigInt(0n, 10n ** 30n),
        fc.integer({ min: 0, max: 18 }),
        (amount, decimals) => {
          const [whole = '', rest = ''] = exactAmount(amount, decimals).split('.');
          expect(BigInt(whole + rest.padEnd(decimals, '0'))).toBe(amount);
        },
      ),
    );
  });
});
