import { expect, it } from 'vitest';
import { ProfitFigure } from '../../../components/screens/holdings/ProfitFigure.tsx';
import { snapshotWith } from '../../gallery/samples/snapshot.ts';
import { onPage } from '../helpers/on-page.tsx';

const figure = (amount: bigint, areAmountsHidden: boolean) =>
  onPage(<ProfitFigure amount={amount} text={amount < 0n ? '−$3.01' : '+$12.50'} />, {
    ...snapshotWith({}),
    areAmountsHidden,
  });

it('shows a gain and a loss in different colours', () => {
  expect(figure(5n, false)).toContain('text-good');
  expect(figure(-5n, false)).toContain('text-bad');
});

it('shows a gain and a loss alike while amounts are hidden', () => {
  expect(figure(5n, true)).toBe(figure(-5n, true));
  expect(figure(5n, true)).toContain('$•••');
});
