import { describe, expect, it } from 'vitest';
import { type Outlook, quotesFor, type Ranking } from '../../../shared/desk/outlook.ts';
import type { OrderRow } from '../../../shared/messages/market.ts';
import { contracts, unixSeconds } from '../../../shared/units.ts';
import { deskRow, NOW, SPOT } from './desk-rows.ts';
import { meanPayoff } from './mean-payoff.ts';

const MARKET = {
  spot: { price: SPOT, source: 'chain' as const },
  now: unixSeconds(NOW),
  // The standard deviation over 30 days is 20 %, so the outlooks use the prices 2456, 2715, 3000,
  // 3315 and 3664.
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
const found = (outlook: Outlook, ranking: Ranking = 'cost') =>
  quotesFor(outlook, Object.values(ROWS), { ...MARKET, ranking });
const names = (quotes: ReturnType<typeof found>) =>
  quotes.map(({ row }) => Object.keys(ROWS).find((name) => ROWS[name as Name] === row));

describe('quotes for an outlook', () => {
  it.each<readonly [Outlook, readonly Name[]]>([
    ['up', ['callSpread', 'call', 'soldPut']],
    ['down', ['putSpread', 'put']],
    ['risesALittle', ['highFly', 'callSpread']],
    ['fallsALittle', ['putSpread']],
    ['stays', ['fly']],
    ['moves', ['wings']],
  ])('finds the products that profit with the outlook "%s"', (outlook, expected) => {
    expect(names(found(outlook)).toSorted()).toEqual([...expected].toSorted());
  });

  it('ranks by cost, leverage, probability or yield, and lists quotes without that figure last', () => {
    expect(names(found('up', 'cost'))).toEqual(['callSpread', 'call', 'soldPut']);
    expect(names(found('up', 'leverage'))).toEqual(['call', 'callSpread', 'soldPut']);
    expect(names(found('up', 'probability'))).toEqual(['soldPut', 'callSpread', 'call']);
    expect(names(found('up', 'yield'))[0]).toBe('soldPut');
  });

  it('computes the cost and the gain of one contract in dollars, and a seller’s yield per year', () => {
    const [spread] = found('up');
    expect(spread).toMatchObject({ cost: 125, gain: 175, yieldPerYear: undefined });
    const sold = found('up').find(({ row }) => row.side === 'sell');
    // The fee is 0.06 % of 3000 dollars.
    expect(sold?.gain).toBeCloseTo(68.2, 6);
    expect(sold?.cost).toBeCloseTo(2600 - 68.2, 6);
    // The collateral is 2,600 dollars, for 30 days.
    expect(sold?.yieldPerYear).toBeCloseTo(((68.2 / 2600) * 100 * 365) / 30, 1);
    const call = found('up').find(({ row }) => row === ROWS.call);
    expect(call?.gain).toBeCloseTo(3000 * Math.exp(0.2) - 3000 - 240, 2);
  });

  it('finds a neutral structure only for an unchanged price, and ranks a directional quote first for a rise', () => {
    // This spread costs 844 dollars and can gain at most 155 dollars.
    const neutral = deskRow('CALL_CONDOR', [2000, 2999, 3670, 4669], { usd: 844 });
    const wide = deskRow('CALL_CONDOR', [2400, 2700, 3300, 3600], { usd: 150 });
    const outlooks: readonly Outlook[] = ['up', 'risesALittle', 'fallsALittle', 'down'];
    for (const outlook of outlooks)
      expect(quotesFor(outlook, [wide], { ...MARKET, ranking: 'gain' })).toEqual([]);
    expect(quotesFor('stays', [wide], { ...MARKET, ranking: 'gain' })).toHaveLength(1);
    const rows = [neutral, ROWS.callSpread, ROWS.call];
    const [first] = quotesFor('up', rows, { ...MARKET, ranking: 'gain' });
    expect([ROWS.call, ROWS.callSpread]).toContain(first?.row);
  });

  it('ranks by the mean profit per dollar around the expected price', () => {
    const mean = (payoff: (price: number) => number) =>
      meanPayoff((price) => payoff(price * Math.exp(0.2 + 0.05 ** 2 / 2)), {
        ...{ spot: SPOT, years: 1, volatility: 0.05 },
      });
    const spread = mean((price) => Math.min(Math.max(price - 3000, 0), 300));
    const call = mean((price) => Math.max(price - 3000, 0));
    const expected = (row: OrderRow) =>
      found('up', 'gain').find((quote) => quote.row === row)?.expectedGain;
    // The wallet's mean uses 25 prices within three deviations.
    expect(expected(ROWS.callSpread)).toBeCloseTo(spread / 125 - 1, 1);
    expect(expected(ROWS.call)).toBeCloseTo(call / 240 - 1, 1);
    const figures = found('up', 'gain').map(({ expectedGain }) => expectedGain);
    expect(figures).toEqual(figures.toSorted((a, b) => b - a));
  });

  it('lists only the best of several quotes with the same payoff', () => {
    const strikes = [2400, 2700, 3300, 3600];
    const calls = deskRow('CALL_CONDOR', strikes, { usd: 150 });
    const puts = deskRow('PUT_CONDOR', strikes, { usd: 148 });
    const lent = deskRow('PUT_CONDOR', strikes, { usd: 149, collateralSymbol: 'aBasUSDC' });
    const other = deskRow('PUT_CONDOR', [2350, 2650, 3350, 3650], { usd: 150 });
    const ranked = quotesFor('stays', [calls, puts, lent], { ...MARKET, ranking: 'gain' });
    expect(ranked.map(({ row }) => row)).toEqual([puts]);
    expect(quotesFor('stays', [calls, other], { ...MARKET, ranking: 'gain' }).length).toBe(2);
    // The two gain equally until the price has doubled.
    const capped = deskRow('LINEAR_CALL', [3000], { usd: 239 });
    const rising = quotesFor('up', [ROWS.call, capped], { ...MARKET, ranking: 'gain' });
    expect(rising.map(({ row }) => row)).toEqual([capped]);
  });

  it('leaves out deliveries, quotes that can’t be filled, and expiries without a volatility', () => {
    const row = ROWS.callSpread;
    const others = [
      { ...row, isChecked: false },
      { ...row, available: contracts(0n) },
      { ...row, quoteEnds: NOW },
      deskRow('PHYSICAL_CALL', [3000]),
    ];
    const market = { ...MARKET, ranking: 'cost' } as const;
    expect(quotesFor('up', others, market)).toEqual([]);
    expect(quotesFor('up', [row], { ...market, volatilityAt: () => undefined })).toEqual([]);
  });
});
