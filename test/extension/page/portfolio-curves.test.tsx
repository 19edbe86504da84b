import { expect, it } from 'vitest';
import { PortfolioCurves } from '../../../components/screens/desk/PortfolioCurves.tsx';
import { holdingsIn } from '../../../shared/desk/holding.ts';
import { snapshotWith } from '../../gallery/samples/snapshot.ts';
import { deskPosition } from '../../shared/desk/desk-positions.ts';
import { NOW, SPOT } from '../../shared/desk/desk-rows.ts';
import { onPage } from '../helpers/on-page.tsx';

function curves(areAmountsHidden: boolean): string {
  const holdings = holdingsIn('ETH', [deskPosition('PUT', [2800])], SPOT);
  const scene = { at: NOW, volatilityShift: 0 };
  return onPage(
    <PortfolioCurves holdings={holdings} spot={SPOT} scene={scene} asset="ETH" />,
    snapshotWith({ areAmountsHidden }),
  );
}

it('draws the profit of the portfolio over the price', () => {
  expect(curves(false)).toContain('<svg');
});

it('draws no gains and losses while amounts are hidden', () => {
  expect(curves(true)).toBe('');
});
