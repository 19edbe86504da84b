import { describe, expect, it } from 'vitest';
import { type Outlook, quotesFor } from '../../../shared/desk/outlook.ts';
import { unixSeconds } from '../../../shared/units.ts';
import { deskRow, NOW, SPOT } from './desk-rows.ts';

const MARKET = {
  spot: { price: SPOT, source: 'chain' as const },
  now: unixSeconds(NOW),
  // One deviation of 30 days is a fifth: test prices are 2456, 2715, 3000, 3315 and 3664.
  volatilityAt: () => 0.2 / Math.sqrt(30 / 365),
};
const ROWS = {
  call: deskRow('INVERSE_CALL', [3000], { usd: 240, edge: 6.5, profitChance: 0.38 }),
  put: deskRow('PUT', [3000], { usd: 240, edge: 5.8, profitChance: 0.39 }),
  callSpread: deskRow('CALL_SPREAD', [3000, 3300], { usd: 125, edge: 3, profitChance: 0.46 }),
  putSpread: deskRow('PUT_SPREAD', [2700, 3000], { usd: 125, edge: 3.1, profitChance: 0.5 }),
  fly: deskRow('CALL_FLY', [2700, 3000, 3300], { usd: 110, edge: 0.2, profitChance: 0.45 }),
  highFly: deskRow('CALL_FLY', [3100, 3300, 3500], { usd: 45, edge: 1, profitChance: 0.27 }),
  wings: deskRow('IRON_CONDOR', [2500, 2900, 3100, 3500], { usd: 210, edge: 1, profitChance: 0.5 }),
  soldPut: deskRow('PUT', [2600], { usd: 70, side: 'sell', edge: 2.6, profitChance: 0.75 }),
};
type Name = keyof typeof ROWS;
const found = (outlook: Outlook, ranking: 'cost' | 'leverage' | 'probability' | 'yield' = 'cost') =>
  quotesFor(outlook, Object.values(ROWS), { ...MARKET, ranking });
const names = (quotes: ReturnType<typeof found>) =>
  quotes.map(({ row }) => Object.keys(ROWS).find((name) => ROWS[name as Name] === row));

describe('quotes for an outlook', () => {
  it.each<readonly [Outlook, readonly Name[]]>([
    ['up', ['callSpread', 'call', 'soldPut']],
    ['down', ['putSpread', 'put']],
    ['risesALittle', ['highFly', 'callSpread']],
    ['fallsALittle', ['putSpread']],
    ['stays', ['fly', 'soldPut']],
    ['moves', ['wings']],
  ])('finds the products that profit when the price goes "%s"', (outlook, expected) => {
    expect(names(found(outlook)).toSorted()).toEqual([...expected].toSorted());
  });

  it('ranks by cost, leverage, probability or yield, and puts quotes without the figure last', () => {
    expect(names(found('up', 'cost'))).toEqual(['callSpread', 'call', 'soldPut']);
    expect(names(found('up', 'leverage'))).toEqual(['call', 'callSpread', 'soldPut']);
    expect(names(found('up', 'probability'))).toEqual(['soldPut', 'callSpread', 'call']);
    expect(names(found('up', 'yield'))[0]).toBe('soldPut');
  });

  it('computes cost and gain of one contract in dollars, and a seller’s yield per year', () => {
    const [spread] = found('up');
    expect(spread).toMatchObject({ cost: 125, gain: 175, yieldPerYear: undefined });
    const sold = found('stays').find(({ row }) => row.side === 'sell');
    // The fee is 0.06 % of 3000 dollars.
    expect(sold?.gain).toBeCloseTo(68.2, 6);
    expect(sold?.cost).toBeCloseTo(2600 - 68.2, 6);
    expect(sold?.yieldPerYear).toBeCloseTo((2.6 * 365) / 30, 1);
    const call = found('up').find(({ row }) => row === ROWS.call);
    expect(call?.gain).toBeCloseTo(3000 * Math.exp(0.2) - 3000 - 240, 2);
  });

  it('leaves out quotes that can’t be filled, deliveries, and expiries without a volatility', () => {
    const row = ROWS.callSpread;
    const others = [
      { ...row, isChecked: false },
      { ...row, available: '0' },
      { ...row, quoteEnds: NOW },
      deskRow('PHYSICAL_CALL', [3000]),
    ];
    const market = { ...MARKET, ranking: 'cost' } as const;
    expect(quotesFor('up', others, market)).toEqual([]);
    expect(quotesFor('up', [row], { ...market, volatilityAt: () => undefined })).toEqual([]);
  });
});
