import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { i18n } from '#i18n';
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
import { createTexts, parseTexts } from '../../../shared/texts.ts';
import { textsOf } from '../../helpers/texts.ts';

const german = new Map(Object.entries(textsOf('de')));
afterEach(() => i18n.read(undefined));

describe('the texts', () => {
  /** The browser's function for texts. Here it returns the key and two values. */
  function browserTexts() {
    const asked: string[] = [];
    return {
      asked,
      getMessage(key: string, [first, second]: string[]) {
        asked.push(key);
        return `${key}: ${second} of ${first} for $5`;
      },
    };
  }

  it('uses the browser’s texts before another language is loaded and after that language is dropped', () => {
    const { t, read } = createTexts(browserTexts());
    expect(t('a.b', ['x', 'y'])).toBe('a_b: y of x for $5');
    read(parseTexts({ a_b: { message: 'eins' }, broken: 'zwei', worse: { message: 3 } }));
    expect([t('a.b'), t('broken')]).toEqual(['eins', '']);
    read(undefined);
    expect(t('a.b', ['x', 'y'])).toBe('a_b: y of x for $5');
  });

  it('asks the browser only once for each text', () => {
    const source = browserTexts();
    const { t } = createTexts(source);
    expect(t('a', ['x', 'y'])).toBe('a: y of x for $5');
    expect(t('a', ['1', '$2'])).toBe('a: $2 of 1 for $5');
    expect(source.asked).toEqual(['a']);
  });

  it('inserts values by position and by name, and reads two dollar signs as one', () => {
    const { t, read } = createTexts(browserTexts());
    read(
      new Map([
        ['places', '$2 of $1 for $$5'],
        ['names', '{amount} of {token}, {unknown}'],
      ]),
    );
    expect(t('places', ['x', 'y'])).toBe('y of x for $5');
    expect(t('places', ['x'])).toBe(' of x for $5');
    expect(t('names', { amount: 2, token: 'ETH' })).toBe('2 of ETH, {unknown}');
  });

  it('chooses the singular or plural form by the number', () => {
    const { t, read } = createTexts(browserTexts());
    read(
      new Map([
        ['two', '$1 order of {maker} | $1 orders of {maker}'],
        ['three', 'none | one | $1'],
      ]),
    );
    expect([0, 1, 2].map((count) => t('two', count, { maker: 'M' }))).toEqual([
      '0 orders of M',
      '1 order of M',
      '2 orders of M',
    ]);
    expect([0, 1, 2].map((count) => t('three', count))).toEqual(['none', 'one', '2']);
  });

  it('inserts values unchanged, even if they contain placeholders', () => {
    const { t, read } = createTexts(browserTexts());
    read(new Map([['a', '{name} and {other} | {name}s and {other}']]));
    expect(t('a', 1, { name: '{other} | $1 \uE0001', other: 'B' })).toBe(
      '{other} | $1 \uE0001 and B',
    );
  });

  it('reads no text from a malformed file', () => {
    for (const file of [undefined, null, [], 'text', 7]) expect(parseTexts(file).size).toBe(0);
  });
});

describe('a date', () => {
  const now = Math.floor(Date.now() / 1000);

  it('shows the year of a date only when the date is many months away', () => {
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
    expect(priceText(80_736_98897200n)).toBe('$80,736.99');
    expect(priceText(2_599_99999999n)).toBe('$2,600');
    expect(columnPriceText(2_600_00000000n)).toBe('$2,600.00');
    expect(usdText(-1_234_50000000n)).toBe('−$1,234.50');
    expect(signedUsdText(5_00000000n)).toBe('+$5.00');
    expect(centsText(123_450n)).toBe('$1,234.50');
    expect(percentText(-1_234n)).toBe('−12.34%');
  });

  it('shows two significant digits of an amount below a cent, and rounds the size of a loss up', () => {
    expect(usdText(456_700n)).toBe('$0.0045');
    expect(signedUsdText(456_700n)).toBe('+$0.0045');
    expect(signedUsdText(-456_700n)).toBe('−$0.0046');
    expect(signedUsdText(-999_900n)).toBe('−$0.01');
  });

  it('puts the sign and “<” of a tiny amount before the currency', () => {
    expect(usdText(1n)).toBe('<$0.000001');
    expect(usdText(-1n)).toBe('≈ $0');
    expect(signedUsdText(1n)).toBe('+<$0.000001');
    expect(fittingUsd(-1n, 9, true)).toBe('≈ $0');
    expect(columnPriceText(1n)).toBe('<$0.000001');
    expect(priceText(1n)).toBe('<$0.000001');
    i18n.read(german);
    expect(signedUsdText(1n)).toBe('+<0,000001\u00a0$');
    expect(usdText(-1n)).toBe('≈ 0\u00a0$');
  });

  it('formats numbers in German', () => {
    i18n.read(german);
    expect(amountText(1_234_567_890n, 6)).toBe('1.234,56789');
    expect(priceText(2_650_50000000n)).toBe('2.650,50\u00a0$');
    expect(fittingUsd(-123_456_789_012_00000000n, 14)).toBe('−123\u00a0Mrd.\u00a0$');
    expect(usdText(-1_234_50000000n)).toBe('−1.234,50\u00a0$');
    expect(centsText(5n)).toBe('0,05\u00a0$');
    expect(percentText(1_250n)).toBe('+12,5\u00a0%');
    expect(leftUntil(90_000, 0)).toBe('1 T 1 h');
  });

  it('abbreviates long numbers, rounded towards zero and limited in length', () => {
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
        expect(text.startsWith('−') || text === '≈ 0').toBe(amount < 0n);
      }),
    );
  });

  it('parses ungrouped numbers of the chosen language', () => {
    for (const texts of [undefined, german]) {
      i18n.read(texts);
      fc.assert(
        fc.property(fc.bigInt({ min: 1n, max: 999_999_999n }), (units) => {
          const written = amountText(units, 6);
          expect(parseAmount(written, 6, decimalMark())).toBe(units);
        }),
      );
    }
  });
});
