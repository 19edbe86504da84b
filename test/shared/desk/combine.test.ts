import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { combine, type Pick } from '../../../shared/desk/combine.ts';
import type { OrderRow } from '../../../shared/messages/market.ts';
import { contracts } from '../../../shared/units.ts';
import { DAY, deskRow, NOW, SPOT } from './desk-rows.ts';

const SPOT_NOW = { price: SPOT, source: 'chain' as const };
const pick = (row: OrderRow, contracts = 1): Pick => ({
  row,
  millionths: BigInt(Math.round(contracts * 1e6)),
});
const put = (strike: number, side: 'buy' | 'sell', usd: number) =>
  deskRow('PUT', [strike], { side, usd });
const call = (strike: number, side: 'buy' | 'sell', usd: number) =>
  deskRow('INVERSE_CALL', [strike], { side, usd });

/** Returns the profit at expiry in dollars, computed from the products' descriptions. */
function profitOf(picks: readonly Pick[], price: number): number {
  return picks.reduce((sum, { row, millionths }) => {
    const [k1 = 0, k2 = 0] = row.strikes;
    const paid = Number(row.priceUsd) / 1e8;
    const payoff =
      row.product === 'PUT'
        ? Math.max(k1 - price, 0)
        : row.product === 'INVERSE_CALL'
          ? Math.max(price - k1, 0)
          : Math.min(Math.max(price - k1, 0), k2 - k1);
    const fee = row.side === 'sell' ? Math.min(0.0006 * SPOT, paid / 8) : 0;
    const one = row.side === 'buy' ? payoff - paid : paid - fee - payoff;
    return sum + (one * Number(millionths)) / 1e6;
  }, 0);
}

const anyPicks = fc.array(
  fc
    .record({
      kind: fc.constantFrom('put', 'call', 'spread'),
      strike: fc.integer({ min: 20, max: 40 }),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      usd: fc.integer({ min: 1, max: 500 }),
      contracts: fc.integer({ min: 1, max: 5_000 }),
    })
    .map(({ kind, strike, side, usd, contracts }) => {
      const at = strike * 100;
      const row =
        kind === 'spread'
          ? deskRow('CALL_SPREAD', [at, at + 200], { side, usd })
          : (kind === 'put' ? put : call)(at, side, usd);
      return pick(row, contracts / 1000);
    }),
  { minLength: 1, maxLength: 5 },
);

describe('combined quotes', () => {
  it('sums up the profits of all legs in one curve', () => {
    fc.assert(
      fc.property(anyPicks, fc.double({ min: 0, max: 1, noNaN: true }), (picks, share) => {
        const points = combine(picks, [], SPOT_NOW)?.points ?? expect.unreachable();
        const plain = points.map(({ price, profit }) => [
          Number(price) / 1e8,
          Number(profit) / 1e8,
        ]);
        plain.forEach(([price = 0, profit = 0], i) => {
          expect(profit).toBeCloseTo(profitOf(picks, price), 3);
          const [next = price, end = profit] = plain[i + 1] ?? [];
          const between = price + share * (next - price);
          expect(profit + share * (end - profit)).toBeCloseTo(profitOf(picks, between), 3);
        });
      }),
    );
  });

  const put22 = deskRow('PUT_SPREAD', [2200, 2000], { side: 'buy', usd: 150 });
  const call22 = deskRow('CALL_SPREAD', [2000, 2200], { side: 'buy', usd: 200 });
  it.each([
    ['between a loss and a gain', [pick(put22), pick(put(1600, 'buy', 50))], [1600, 2000]],
    ['without an upper end', [pick(call22)], [2200]],
  ])('finds the break-evens of a plateau with zero profit %s', (_, picks, ends) => {
    const { breakEvens } = combine(picks, [], SPOT_NOW) ?? expect.unreachable();
    expect(breakEvens.map((price) => Number(price) / 1e8)).toEqual(ends);
  });

  it('finds the greatest gain and loss, and the break-evens, where the profit is zero', () => {
    fc.assert(
      fc.property(anyPicks, (picks) => {
        const found = combine(picks, [], SPOT_NOW) ?? expect.unreachable();
        const profits = Array.from({ length: 1200 }, (_, i) => profitOf(picks, i * 10));
        const [least, most] = [Math.min(...profits), Math.max(...profits)];
        if (found.maxLoss === undefined) expect(profitOf(picks, 1e12)).toBeLessThan(least);
        else expect(Number(found.maxLoss) / -1e8).toBeCloseTo(Math.min(least, 0), 3);
        if (found.maxProfit === undefined) expect(profitOf(picks, 1e12)).toBeGreaterThan(most);
        else expect(Number(found.maxProfit) / 1e8).toBeCloseTo(Math.max(most, 0), 3);
        for (const price of found.breakEvens)
          expect(profitOf(picks, Number(price) / 1e8)).toBeCloseTo(0, 3);
        const changes = profits.filter(
          (profit, i) => i > 0 && Math.abs(profit) > 1e-3 && profit * (profits[i - 1] ?? 0) < -1e-6,
        );
        expect(found.breakEvens.length).toBeGreaterThanOrEqual(changes.length);
      }),
    );
  });

  it('adds up the premium of each purchase and the collateral less the net premium of each sale', () => {
    const picks = [pick(call(3000, 'buy', 120)), pick(put(2800, 'sell', 60), 0.5)];
    const { cost, fills } = combine(picks, [], SPOT_NOW) ?? expect.unreachable();
    expect(Number(cost) / 1e8).toBeCloseTo(120 + (2800 - 60 + 1.8) / 2, 4);
    expect(fills.map(({ contracts }) => contracts)).toEqual([10n ** 18n, 500_000n]);
  });

  it('adds up the highest losses of two expiries, and doesn’t draw a curve for both together', () => {
    fc.assert(
      fc.property(anyPicks, anyPicks, (near, far) => {
        const soon = near.map((one) => ({ ...one, row: { ...one.row, expiry: NOW + 7 * DAY } }));
        const both = combine([...soon, ...far], [], SPOT_NOW) ?? expect.unreachable();
        const parts = [soon, far].map(
          (part) => combine(part, [], SPOT_NOW) ?? expect.unreachable(),
        );
        expect(both.expiries).toEqual([NOW + 7 * DAY, NOW + 30 * DAY]);
        expect([both.points, both.breakEvens, both.structure]).toEqual([[], [], undefined]);
        const losses = parts.map(({ maxLoss }) => maxLoss);
        expect(both.maxLoss).toBe(
          losses.includes(undefined) ? undefined : (losses[0] ?? 0n) + (losses[1] ?? 0n),
        );
        expect(both.cost).toBe(parts.reduce((sum, { cost }) => sum + cost, 0n));
      }),
    );
  });

  it('refuses quotes that are on several assets, have three expiries or belong to physically settled options', () => {
    const first = put(3000, 'buy', 100);
    for (const other of [{ ...first, asset: 'BTC' }, deskRow('PHYSICAL_PUT', [3000])])
      expect(combine([pick(first), pick(other)], [], SPOT_NOW)).toBeUndefined();
    const later = [1, 2].map((days) => pick({ ...first, expiry: NOW + days * DAY }));
    expect(combine([pick(first), ...later], [], SPOT_NOW)).toBeUndefined();
    expect(combine([], [], SPOT_NOW)).toBeUndefined();
  });
});

describe('the structure that equals combined quotes', () => {
  const same = (picks: readonly Pick[], rows: readonly OrderRow[]) =>
    combine(picks, rows, SPOT_NOW)?.structure;
  const spread = (side: 'buy' | 'sell', usd: number, maker = '0xa') =>
    deskRow('CALL_SPREAD', [3000, 3200], { side, usd, maker });

  it('returns the live quote with the same payoff and the best net premium, for as many contracts as the legs have', () => {
    const picks = [pick(call(3000, 'buy', 150), 2), pick(call(3200, 'sell', 60), 2)];
    const rows = [spread('buy', 95), spread('buy', 90, '0xb'), spread('sell', 80)];
    const found = same(picks, rows);
    expect(found?.fill.row).toBe(rows[1]);
    expect(found?.fill.contracts).toBe(2_000_000n);
    expect(Number(found?.cash) / 1e8).toBe(-180);
  });

  it('returns the net premium of the legs and of the structure with the same payoff', () => {
    const picks = [pick(put(3000, 'buy', 200)), pick(put(2800, 'sell', 150))];
    const rows = [deskRow('PUT_SPREAD', [2800, 3000], { usd: 60 })];
    const found = combine(picks, rows, SPOT_NOW) ?? expect.unreachable();
    expect(Number(found.cash) / 1e8).toBeCloseTo(-51.8, 4);
    expect(Number(found.structure?.cash) / 1e8).toBe(-60);
  });

  it('sells the structure when the legs are reversed, and rejects a payoff that differs by a constant', () => {
    const picks = [pick(call(3000, 'sell', 150)), pick(call(3200, 'buy', 60))];
    expect(same(picks, [spread('buy', 90), spread('sell', 80)])?.fill.row.side).toBe('sell');
    // A sold put spread has the same shape, but pays 200 dollars less at every price.
    const puts = [pick(put(3000, 'buy', 70)), pick(put(3200, 'sell', 150))];
    expect(same(puts, [spread('buy', 90)])).toBeUndefined();
  });

  it('finds the butterfly or iron condor that equals combined puts and calls', () => {
    const fly = deskRow('PUT_FLY', [2800, 3000, 3200], { usd: 50 });
    const picks = [
      pick(put(2800, 'buy', 40)),
      pick(put(3000, 'sell', 100), 2),
      pick(put(3200, 'buy', 220)),
    ];
    expect(same(picks, [fly])?.fill.row).toBe(fly);
    const condor = deskRow('IRON_CONDOR', [2600, 2800, 3200, 3400], { usd: 90 });
    const wings = [
      pick(put(2800, 'buy', 60)),
      pick(put(2600, 'sell', 30)),
      pick(call(3200, 'buy', 60)),
      pick(call(3400, 'sell', 30)),
    ];
    expect(same(wings, [condor])?.fill.row).toBe(condor);
    // With one leg of another size, the legs differ from the structure.
    expect(same([pick(put(2800, 'buy', 60), 2), ...wings.slice(1)], [condor])).toBeUndefined();
  });

  it('finds only a quote with a checked signature and enough budget', () => {
    const picks = [pick(call(3000, 'buy', 150), 6), pick(call(3200, 'sell', 60), 6)];
    expect(same(picks, [spread('buy', 90)])).toBeUndefined();
    const rich = { ...spread('buy', 90), available: contracts(6000000n) };
    expect(same(picks, [rich])?.fill.row).toBe(rich);
    expect(same(picks, [{ ...rich, isChecked: false }])).toBeUndefined();
  });

  it('counts the whole collateral of a sold ranger, less the net premium, as possible loss', () => {
    const row = deskRow('RANGER', [2_600, 2_800, 3_200, 3_400], { side: 'sell', usd: 110 });
    const found = combine([pick(row)], [], SPOT_NOW) ?? expect.unreachable();
    const { quote } = found.fills[0] ?? expect.unreachable();
    expect(quote.collateral).toBe(400_000_000n);
    expect(found.maxLoss).toBe((quote.collateral - quote.receives) * 100n);
    expect(quote.curve.maxLoss).toBe(quote.collateral - quote.receives);
  });
});
