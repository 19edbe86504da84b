import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { combine } from '../../../shared/desk/combine.ts';
import { combinedModel } from '../../../shared/desk/combined-model.ts';
import { dollarsOfFee } from '../../../shared/desk/offer.ts';
import type { OrderRow } from '../../../shared/messages/market.ts';
import { DAY, deskRow, NOW, SPOT } from './desk-rows.ts';
import { meanPayoff } from './mean-payoff.ts';

const SPOT_NOW = { price: SPOT, source: 'chain' as const };

interface Wanted {
  readonly kind: 'put' | 'call';
  readonly side: 'buy' | 'sell';
  readonly strike: number;
  readonly contracts: number;
  readonly usd: number;
  readonly volatility: number;
  readonly days: number;
}

function modelOf(legs: readonly Wanted[]) {
  const picks = legs.map(({ kind, side, strike, contracts, usd, volatility, days }) => ({
    row: deskRow(kind === 'put' ? 'PUT' : 'INVERSE_CALL', [strike], {
      ...{ side, usd, impliedVolatility: volatility, expiry: NOW + days * DAY },
    }),
    millionths: BigInt(Math.round(contracts * 1e6)),
  }));
  const combination = combine(picks, [], SPOT_NOW) ?? expect.unreachable();
  return { ...combinedModel(combination, NOW), combination };
}

/**
 * Returns the mean profit in dollars on a day, summed up over small intervals of the price at a
 * later expiry.
 */
function profitOn(legs: readonly Wanted[], day: number, price: number, shift = 0): number {
  return legs.reduce((sum, { kind, side, strike, contracts, usd, volatility, days }) => {
    const pays = (at: number) => Math.max(kind === 'put' ? strike - at : at - strike, 0);
    const market = { spot: price, years: (days - day) / 365, volatility: volatility + shift };
    const value = days === day ? pays(price) : meanPayoff(pays, market);
    const fee = side === 'sell' ? Math.min(0.0006 * SPOT, usd / 8) : 0;
    return sum + contracts * (side === 'buy' ? value - usd : usd - fee - value);
  }, 0);
}

const anyLeg = (days: number): fc.Arbitrary<Wanted> =>
  fc.record({
    kind: fc.constantFrom('put', 'call'),
    side: fc.constantFrom('buy', 'sell'),
    strike: fc.integer({ min: 25, max: 35 }).map((hundreds) => hundreds * 100),
    contracts: fc.integer({ min: 1, max: 8 }).map((halves) => halves / 2),
    usd: fc.integer({ min: 20, max: 300 }),
    volatility: fc.integer({ min: 40, max: 90 }).map((points) => points / 100),
    days: fc.constant(days),
  });

/** A week and a month. */
const [NEAR, FAR] = [7, 30];
const anyLegs = fc.oneof(
  fc.array(anyLeg(FAR), { minLength: 1, maxLength: 3 }),
  fc.tuple(anyLeg(NEAR), anyLeg(FAR)),
);

describe('the model of a combination', () => {
  it('computes greeks that match finite differences of the value', () => {
    fc.assert(
      fc.property(anyLegs, (legs) => {
        const { greeks = expect.unreachable() } = modelOf(legs);
        const at = (price: number, day = 0, shift = 0) => profitOn(legs, day, price, shift);
        const [up, middle, down] = [at(SPOT + 20), at(SPOT), at(SPOT - 20)];
        expect(greeks.delta).toBeCloseTo((up - down) / 40, 1);
        expect(greeks.gamma).toBeCloseTo((up - 2 * middle + down) / 400, 2);
        expect(greeks.theta).toBeCloseTo((at(SPOT, 0.1) - middle) / 0.1, 0);
        expect(greeks.vega).toBeCloseTo((at(SPOT, 0, 0.005) - at(SPOT, 0, -0.005)) / 1, 0);
      }),
      { numRuns: 25 },
    );
  });

  it('computes the chance of a profit as the weight of all prices with a gain', () => {
    fc.assert(
      fc.property(anyLegs, (legs) => {
        const { profitChance = expect.unreachable(), at } = modelOf(legs);
        const first = Math.min(...legs.map(({ days }) => days));
        expect(at).toBe(NOW + first * DAY);
        const own = legs.filter(({ days }) => days === first);
        const volatility = own.reduce((sum, leg) => sum + leg.volatility, 0) / own.length;
        const deviation = volatility * Math.sqrt(first / 365);
        // Each slice is weighted by its density. Slices of equal weight would miss the tails.
        let weight = 0;
        for (let z = -5; z <= 5; z += 0.05) {
          const price = SPOT * Math.exp(deviation * z - deviation ** 2 / 2);
          if (profitOn(legs, first, price) > 0) weight += Math.exp((-z * z) / 2) * 0.05;
        }
        expect(Math.abs(profitChance - weight / Math.sqrt(2 * Math.PI))).toBeLessThan(0.05);
      }),
      { numRuns: 12 },
    );
  });

  it('returns a profit chance of one for a calendar that gains at all likely prices', () => {
    const put = { kind: 'put', strike: 2500, contracts: 1.5, usd: 20 } as const;
    const { profitChance, atFirst } = modelOf([
      { ...put, side: 'sell', volatility: 0.4, days: NEAR },
      { ...put, side: 'buy', volatility: 0.85, days: FAR },
    ]);
    expect(profitChance).toBeCloseTo(1, 5);
    expect(atFirst?.breakEvens).toEqual([]);
  });

  it('expects a move of one standard deviation until the first expiry', () => {
    const put = { kind: 'put', side: 'buy', strike: 2900, contracts: 1, usd: 90 } as const;
    const { expectedMove } = modelOf([
      { ...put, volatility: 0.6, days: NEAR },
      { ...put, volatility: 0.9, days: FAR },
    ]);
    const deviation = 0.6 * Math.sqrt(NEAR / 365);
    expect(expectedMove?.low).toBeCloseTo(SPOT * Math.exp(-deviation), 6);
    expect(expectedMove?.high).toBeCloseTo(SPOT * Math.exp(deviation), 6);
  });

  it('finds the highest gain and the break-evens of a calendar at the near option’s expiry', () => {
    const legs: readonly Wanted[] = [
      {
        kind: 'put',
        side: 'sell',
        strike: 3000,
        contracts: 1,
        usd: 60,
        volatility: 0.6,
        days: NEAR,
      },
      {
        kind: 'put',
        side: 'buy',
        strike: 3000,
        contracts: 1,
        usd: 150,
        volatility: 0.6,
        days: FAR,
      },
    ];
    const { atFirst = expect.unreachable() } = modelOf(legs);
    // A calendar is worth the most if the price equals its strike.
    expect(atFirst.maxProfit).toBeCloseTo(profitOn(legs, NEAR, 3000), 1);
    expect(atFirst.breakEvens).toHaveLength(2);
    for (const price of atFirst.breakEvens) expect(profitOn(legs, NEAR, price)).toBeCloseTo(0, 0);
  });

  it('doesn’t return a highest gain for a combination with a bought call of the later expiry', () => {
    const legs: readonly Wanted[] = [
      {
        kind: 'put',
        side: 'sell',
        strike: 2800,
        contracts: 1,
        usd: 30,
        volatility: 0.6,
        days: NEAR,
      },
      {
        kind: 'call',
        side: 'buy',
        strike: 3200,
        contracts: 1,
        usd: 90,
        volatility: 0.6,
        days: FAR,
      },
    ];
    expect(modelOf(legs).atFirst?.maxProfit).toBeUndefined();
  });

  it('counts the gain of two bought puts down to a price of zero', () => {
    const put = { kind: 'put', side: 'buy', contracts: 1, volatility: 0.6 } as const;
    const { atFirst } = modelOf([
      { ...put, strike: 2800, usd: 30, days: NEAR },
      { ...put, strike: 2600, usd: 70, days: FAR },
    ]);
    expect(atFirst?.maxProfit).toBeCloseTo(2800 + 2600 - 100, 0);
  });

  it('doesn’t return the model’s figures when the legs don’t imply a volatility', () => {
    const row = (days: number): OrderRow => deskRow('PUT', [2900], { expiry: NOW + days * DAY });
    const picks = [NEAR, FAR].map((days) => ({ row: row(days), millionths: 1_000_000n }));
    const combination = combine(picks, [], SPOT_NOW) ?? expect.unreachable();
    expect(combinedModel(combination, NOW)).toMatchObject({
      ...{ greeks: undefined, profitChance: undefined, atFirst: undefined },
    });
  });

  it('computes a seller’s fee in dollars to a fraction of a cent', () => {
    const { combination } = modelOf([
      {
        kind: 'put',
        side: 'sell',
        strike: 2900,
        contracts: 2.5,
        usd: 60,
        volatility: 0.6,
        days: 7,
      },
    ]);
    const [fill = expect.unreachable()] = combination.fills;
    expect(Number(dollarsOfFee(fill)) / 1e8).toBeCloseTo(2.5 * 0.0006 * SPOT, 5);
  });
});
