import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allowanceText, allowanceUnits } from '../../../components/approvals/allowance-units.ts';
import { exactAmount } from '../../../shared/format.ts';

const MOST = 2n ** 256n - 1n;

describe('an allowance that is typed', () => {
  it('converts every amount that a token contract can hold to the exact number of base units', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, MOST), fc.integer({ min: 0, max: 36 }), (units, decimals) => {
        expect(allowanceUnits(exactAmount(units, decimals), decimals, '.')).toBe(units.toString());
      }),
    );
  });

  it.each(['.', ','] as const)(
    'accepts the field’s initial text, with “%s” as decimal mark',
    (mark) => {
      fc.assert(
        fc.property(fc.bigInt(0n, MOST), fc.integer({ min: 0, max: 36 }), (units, decimals) => {
          const amount = units.toString();
          const allowance = { amount, decimals, symbol: 'T', isUnlimited: false };
          expect(allowanceUnits(allowanceText(allowance, mark), decimals, mark)).toBe(amount);
        }),
      );
      // The text "1.234" means 1,234 in German, and 1 + 234/1000 in English.
      const allowance = { amount: '1500000', decimals: 6, symbol: 'T', isUnlimited: false };
      expect(allowanceText(allowance, mark)).toBe(`1${mark}5`);
      const small = { ...allowance, amount: '1234000' };
      expect(allowanceUnits(allowanceText(small, mark), 6, mark)).toBe('1234000');
      expect(allowanceText({ ...allowance, isUnlimited: true }, mark)).toBe('');
    },
  );

  it('rejects an amount above what a token contract can hold', () => {
    fc.assert(
      fc.property(
        fc.bigInt(MOST + 1n, MOST * 10n ** 6n),
        fc.integer({ min: 0, max: 36 }),
        (units, decimals) => {
          expect(allowanceUnits(exactAmount(units, decimals), decimals, '.')).toBeUndefined();
        },
      ),
    );
    expect(allowanceUnits(MOST.toString(), 0, '.')).toBe(MOST.toString());
    expect(allowanceUnits((MOST + 1n).toString(), 0, '.')).toBeUndefined();
  });

  it.each(['', ' ', '-1', '1e5', '0x1', '1.0000001', 'all', '1 000 000 USDC', '∞'])(
    'rejects “%s” for a token with six decimals',
    (text) => {
      expect(allowanceUnits(text, 6, '.')).toBeUndefined();
    },
  );
});
