import { expect, it } from 'vitest';
import { SeriesPlot } from '../../../components/charts/SeriesPlot.tsx';
import { onPage } from '../helpers/on-page.tsx';

it('lists only the drawn lines in the legend, each in its style, and shows no legend for a single line', () => {
  const line = (name: string, values: readonly number[]) => ({
    name,
    points: values.map((value, at) => [at, value] as const),
  });
  const legend = (...lines: readonly ReturnType<typeof line>[]) =>
    [
      ...onPage(<SeriesPlot lines={lines} xText={String} yText={String} />).matchAll(
        /<li>(.*?)<\/li>/g,
      ),
    ].map(([, text = '']) => text.replaceAll(/<[^>]+>/g, ''));
  expect(legend(line('buy', [1, 2]), line('sell', []), line('feed', [2, 3]))).toEqual([
    '━ buy',
    '┅ feed',
  ]);
  expect(legend(line('buy', [1, 2]), line('sell', []))).toEqual([]);
});
