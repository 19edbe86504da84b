import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { CombinedFigures } from '../../../components/screens/desk/CombinedFigures.tsx';
import type { Combination } from '../../../shared/desk/combine.ts';
import { combinedModel } from '../../../shared/desk/combined-model.ts';
import { price8, usd8 } from '../../../shared/units.ts';

it('rounds the cost and loss of combined legs up to the cent, and the gain down', () => {
  const combination: Combination = {
    fills: [],
    expiries: [2_000_000_000],
    points: [{ price: price8(0n), profit: usd8(-16_97500001n) }],
    breakEvens: [],
    maxLoss: usd8(16_97500001n),
    maxProfit: usd8(20_01999999n),
    cost: usd8(16_97100000n),
    cash: usd8(0n),
    structure: undefined,
  };
  const html = renderToStaticMarkup(
    <CombinedFigures combination={combination} model={combinedModel(combination, 0)} />,
  );
  expect(html.match(/\$[\d.]+/g)).toEqual(['$16.98', '$16.98', '$20.01']);
});
