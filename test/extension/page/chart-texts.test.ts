import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { priceText, signedDollars } from '../../../components/charts/chart-texts.ts';
import { withoutOverlap } from '../../../components/charts/plot.ts';
import { priceText as priceOf, signedUsdText } from '../../../components/texts/numbers.ts';
import { price8, toNumber8 } from '../../../shared/units.ts';

/** Amounts up to ten million dollars, with all eight decimals. */
const anyUsd8 = fc.bigInt({ min: 0n, max: 10n ** 15n });

describe('a chart', () => {
  it('formats every price and amount like the figures beside the chart', () => {
    fc.assert(
      fc.property(anyUsd8, fc.boolean(), (amount, isLoss) => {
        const number = toNumber8(price8(amount));
        expect(priceText(number)).toBe(priceOf(amount));
        expect(signedDollars(isLoss ? -number : number)).toBe(
          signedUsdText(isLoss ? -amount : amount),
        );
      }),
    );
  });

  it('rounds gains and losses down to the cent, and prices to the nearest cent', () => {
    expect(signedDollars(-14.609423)).toBe('−$14.61');
    expect(signedDollars(-14.6)).toBe('−$14.60');
    expect(signedDollars(14.609423)).toBe('+$14.60');
    expect(priceText(2_614.609423)).toBe('$2,614.61');
  });
});

describe('the labels of an axis', () => {
  const labelsAt = (...places: readonly number[]) => places.map((at) => ({ at, text: '$74,000' }));

  it('moves overlapping axis labels apart, and shows all labels when the axis has room', () => {
    const shown = withoutOverlap(labelsAt(100, 130, 220, 240));
    expect(shown).toHaveLength(4);
    for (const [index, label] of shown.entries()) {
      const next = shown[index + 1];
      if (next !== undefined) expect(next.at - label.at).toBeGreaterThanOrEqual(45);
    }
  });

  it('leaves out an axis label that would be too far from its point', () => {
    expect(withoutOverlap(labelsAt(100, 101, 102, 103)).map(({ at }) => at)).toEqual([100]);
  });
});
