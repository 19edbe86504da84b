import { describe, expect, it } from 'vitest';
import { headlineWorth, isByModel } from '../../../shared/positions/headline.ts';
import { tokenAmount } from '../../../shared/units.ts';

const worth = { value: tokenAmount(0n), profit: tokenAmount(-40000000n) };
const model = { value: tokenAmount(38000000n), profit: tokenAmount(-2000000n) };
const verification = 'verified' as const;

describe('the headline of a position', () => {
  it('uses the model’s value while the option runs, not the loss that a settlement now would cause', () => {
    const row = { state: 'open', worth, model, verification } as const;
    expect(headlineWorth(row)).toBe(model);
    expect(isByModel(row)).toBe(true);
  });

  it('uses the value of an immediate settlement when no volatility is known', () => {
    expect(headlineWorth({ state: 'open', worth, verification })).toBe(worth);
  });

  it.each(['awaitingSettlement', 'settled', 'closed'] as const)(
    'uses the settlement or payout when the option is %s',
    (state) => {
      expect(headlineWorth({ state, worth, model, verification })).toBe(worth);
    },
  );

  it('doesn’t return a headline when the chain disagrees', () => {
    const row = { state: 'open', worth, model, verification: 'disagrees' } as const;
    expect(headlineWorth(row)).toBeUndefined();
  });
});
