import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { rateText } from '../../../components/screens/market/figures.ts';
import {
  amountText,
  centsText,
  columnPriceText,
  decimalMark,
  fittingPercent,
  fittingText,
  fittingUsd,
  percentText,
  priceText,
  signedUsdText,
  usdText,
} from '../../../components/texts/numbers.ts';
import { leftUntil, localDay, localTime } from '../../../components/texts/times.ts';
import { parseAmount } from '../../../shared/parse-amount.ts';
import { createTextReader, parseTexts } from '../../../shared/texts.ts';
import { textsOf } from '../../helpers/texts.ts';

const german = new Map(Object.entries(textsOf('de')));
const read = createTextReader(Reflect.get(Reflect.get(globalThis, 'chrome'), 'i18n'));
afterEach(() => read(undefined));

describe('the reader of a chosen language', () => {
  it("replaces the browser's own reader, and restores it", () => {
    const source = { getMessage: (key: string) => `own ${key}` };
    const choose = createTextReader(source);
    choose(parseTexts({ a: { message: 'eins' }, broken: 'zwei', worse: { message: 3 } }));
    expect([source.getMessage('a'), source.getMessage('broken')]).toEqual(['eins', '']);
    choose(undefined);
    expect(source.getMessage('a')).toBe('own a');
  });

  it('fills in values, and reads two dollar signs as one', () => {
    const source = { getMessage: (_key: string, _values?: string[]) => '' };
    createTextReader(source)(new Map([['a', '$2 of $1 for $$5']]));
    expect(source.getMessage('a', ['x', 'y'])).toBe('y of x for $5');
  });

  it('asks the browser once for each text, however often it is drawn', () => {
    const asked: string[] = [];
    const source = {
      getMessage(key: string, values: string[] = []) {
        asked.push(key);
        return `${values[1]} of ${values[0]} for $5`;
      },
    };
    createTextReader(source)(undefined);
    expect(source.getMessage('a', ['x', 'y'])).toBe('y of x for $5');
    expect(source.getMessage('a', ['1', '$2'])).toBe('$2 of 1 for $5');
    expect(asked).toEqual(['a']);
  });

  it('finds no text in a malformed file', () => {
    for (const file of [undefined, null, [], 'text', 7]) expect(parseTexts(file).size).toBe(0);
  });
});

describe('a date', () => {
  const now = Math.floor(Date.now() / 1000);

  it('shows the year of a date some months away', () => {
    for (const [days, isTold] of [
      [1, false],
      [100, false],
      [300, true],
      [-300, true],
    ] as const) {
      const at = now + days * 86_400;
      const year = String(new Date(at * 1000).getFullYear());
      expect([days, localTime(at).includes(year)]).toEqual([days, isTold]);
      expect([days, localDay(at).includes(year)]).toEqual([days, isTold]);
    }
  });
});

describe('numbers', () => {
  it('formats numbers in English', () => {
    expect(amountText(1_234_567_890n, 6)).toBe('1,234.56789');
    expect(priceText(2_650_50000000n)).toBe('$2,650.50');
    expect(priceText(2_600_00000000n)).toBe('$2,600');
    expect(columnPriceText(2_600_00000000n)).toBe('$2,600.00');
    expect(rateText(66.66666666666667)).toBe('66.67');
    expect(usdText(-1_234_50000000n)).toBe('−$1,234.50');
    expect(signedUsdText(5_00000000n)).toBe('+$5.00');
    expect(centsText(123_450n)).toBe('$1,234.50');
    expect(percentText(-1_234n)).toBe('−12.34%');
  });

  it('puts the sign and "<" of an amount below a cent before the currency', () => {
    expect(usdText(1n)).toBe('<$0.01');
    expect(usdText(-1n)).toBe('−<$0.01');
    expect(signedUsdText(1n)).toBe('+<$0.01');
    expect(fittingUsd(-1n, 9, true)).toBe('−<$0.01');
    expect(columnPriceText(1n)).toBe('<$0.000001');
    expect(priceText(1n)).toBe('<$0.000001');
    read(german);
    expect(signedUsdText(1n)).toBe('+<0,01 $');
    expect(usdText(-1n)).toBe('−<0,01 $');
  });

  it('formats numbers in German', () => {
    read(german);
    expect(amountText(1_234_567_890n, 6)).toBe('1.234,56789');
    expect(priceText(2_650_50000000n)).toBe('2.650,50 $');
    expect(rateText(33.33)).toBe('33,33');
    expect(fittingUsd(-123_456_789_012_00000000n, 14)).toBe('−123\u00a0Mrd. $');
    expect(usdText(-1_234_50000000n)).toBe('−1.234,50 $');
    expect(centsText(5n)).toBe('0,05 $');
    expect(percentText(1_250n)).toBe('+12,5 %');
    expect(leftUntil(90_000, 0)).toBe('1 T 1 h');
  });

  it('abbreviates long numbers, cut off towards zero and bounded', () => {
    const most = 13;
    expect(fittingText(123_456_789_1234n, 4, { most })).toBe('123M');
    expect(fittingText(123_456_1234n, 4, { most })).toBe('123,456.1234');
    expect(fittingText(-1_999_999_999_999n, 0, { most, isSigned: true })).toBe('−1.99T');
    expect(fittingText(10n ** 71n, 6, { most })).toBe('>999T');
    expect(fittingUsd(10n ** 71n, most, true)).toBe('+>$999T');
    expect(fittingPercent(34_749_034_749_034_748_00n, most)).toBe('+>999T%');
    fc.assert(
      fc.property(fc.bigInt(), fc.integer({ min: 0, max: 18 }), (amount, decimals) => {
        const text = fittingText(amount, decimals, { most: 22, fraction: 4, isSigned: true });
        expect(text.length).toBeLessThanOrEqual(22);
        expect(text.startsWith('−')).toBe(amount < 0n);
      }),
    );
  });

  it('parses ungrouped numbers in their own language', () => {
    for (const texts of [undefined, german]) {
      read(texts);
      fc.assert(
        fc.property(fc.bigInt({ min: 1n, max: 999_999_999n }), (units) => {
          const written = amountText(units, 6);
          expect(parseAmount(written, 6, decimalMark())).toBe(units);
        }),
      );
    }
  });
});
