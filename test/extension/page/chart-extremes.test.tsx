import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { modelDollars, readOut } from '../../../components/charts/chart-texts.ts';
import { Extent } from '../../../components/charts/ProfitShape.tsx';
import { type Point, plotOf } from '../../../components/charts/plot.ts';

/** Returns the labels of a line's extremes, upper first, beside a line with larger extremes. */
function extremes(points: readonly Point[]): readonly string[] {
  const html = renderToStaticMarkup(
    <svg>
      <title>Extremes</title>
      <Extent points={points} plot={plotOf(points, [-500, 500])} />
    </svg>,
  );
  return [...html.matchAll(/<text[^>]*>(.*?)<\/text>/g)].map(([, text = '']) => text);
}

describe('the labels of a line', () => {
  it('labels a line with its own extremes, not those of another line', () => {
    expect(
      extremes([
        [1, -40],
        [2, -40],
        [3, 60],
        [4, 60],
      ]),
    ).toEqual(['+$60.00', '−$40.00']);
  });

  it('adds an arrow to the label of a line that continues beyond the chart', () => {
    expect(
      extremes([
        [1, -40],
        [2, 25],
        [3, 25],
      ]),
    ).toEqual(['+$25.00', '−$40.00 ↓']);
    expect(
      extremes([
        [1, -40],
        [2, -40],
        [3, 25],
      ]),
    ).toEqual(['+$25.00 ↑', '−$40.00']);
  });

  it('labels the highest and the lowest value of a line that has only gains or only losses', () => {
    expect(
      extremes([
        [1, 5],
        [2, 5],
        [3, 9],
        [4, 9],
      ]),
    ).toEqual(['+$9.00', '+$5.00']);
    expect(
      extremes([
        [1, -5],
        [2, -5],
        [3, -9],
        [4, -9],
      ]),
    ).toEqual(['−$5.00', '−$9.00']);
  });
});

describe('the description of a chart in words', () => {
  it('describes a chart in words, with the profit at expiry and now', () => {
    const points: readonly Point[] = [
      [1000, -20],
      [2000, 80],
    ];
    const before = {
      points: [
        [1000, 10],
        [2000, 20],
      ] as const,
      when: 'Now',
    };
    expect(readOut({ view: 'profit', points, before, price: 1500, asset: 'ETH' })).toBe(
      'ETH at $1,500: profit +$30.00 at expiry. Now: +$15.00',
    );
  });

  it('rounds a model’s value of less than half a cent to zero', () => {
    expect([0.004, -0.004, 0.02, -0.02].map(modelDollars)).toEqual([
      ...['$0.00', '$0.00'],
      ...['+$0.02', '−$0.02'],
    ]);
  });
});
