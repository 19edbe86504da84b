import { describe, expect, it } from 'vitest';
import { leverageOf } from '../../../shared/orders/edge.ts';
import { probabilityBelow, probabilityOfProfit } from '../../../shared/orders/probability.ts';
import { price8, usd8 } from '../../../shared/units.ts';

const MARKET = { spot: 100, years: 30 / 365, volatility: 0.8 };

const points = (...pairs: readonly (readonly [number, number])[]) =>
  pairs.map(([settlementPrice, profit]) => ({
    settlementPrice: price8(BigInt(settlementPrice) * 10n ** 8n),
    profit: usd8(BigInt(profit) * 10n ** 8n),
  }));
const prices = (...values: readonly number[]) =>
  values.map((value) => price8(BigInt(Math.round(value * 1e8))));

/** A call with strike 100 that costs 5 dollars. */
const CALL = { points: points([0, -5], [100, -5], [200, 95]), breakEvens: prices(105) };
/** A butterfly around 100 that costs 3 dollars. */
const FLY = {
  points: points([0, -3], [80, -3], [100, 17], [120, -3], [240, -3]),
  breakEvens: prices(83, 117),
};

/**
 * Returns the share of evenly spaced quantiles of a lognormal price without drift that are profits.
 */
function counted(isProfit: (price: number) => boolean): number {
  const steps = 20_000;
  let profits = 0;
  for (let i = 0; i < steps; i++) {
    const target = (i + 0.5) / steps;
    let [low, high] = [1e-3, 1e5];
    for (let step = 0; step < 60; step++) {
      const middle = Math.sqrt(low * high);
      if (probabilityBelow(middle, MARKET) < target) low = middle;
      else high = middle;
    }
    if (isProfit(low)) profits += 1;
  }
  return profits / steps;
}

describe('the probability of profit', () => {
  it('the chance of profit equals the probability of a settlement price above a bought call’s break-even', () => {
    const chance = probabilityOfProfit(CALL, MARKET);
    expect(chance).toBeCloseTo(1 - probabilityBelow(105, MARKET), 12);
    expect(chance).toBeCloseTo(
      counted((price) => price > 105),
      3,
    );
  });

  it('the chance of profit equals the probability of a settlement price between a butterfly’s two break-evens', () => {
    expect(probabilityOfProfit(FLY, MARKET)).toBeCloseTo(
      counted((price) => price > 83 && price < 117),
      3,
    );
  });

  it('the chances of both sides add up to one', () => {
    for (const curve of [CALL, FLY]) {
      const other = {
        ...curve,
        points: curve.points.map(({ settlementPrice, profit }) => ({
          settlementPrice,
          profit: usd8(-profit),
        })),
      };
      const sum = probabilityOfProfit(curve, MARKET) + probabilityOfProfit(other, MARKET);
      expect(sum).toBeCloseTo(1, 12);
    }
  });

  it('returns zero for a loss at every price, and one for a gain at every price', () => {
    const never = { points: points([0, -5], [100, -5], [200, -5]), breakEvens: [] };
    const always = { points: points([0, 5], [100, 5], [200, 5]), breakEvens: [] };
    expect(probabilityOfProfit(never, MARKET)).toBe(0);
    expect(probabilityOfProfit(always, MARKET)).toBe(1);
  });

  it('uses only the spot price when no time is left', () => {
    expect(probabilityOfProfit(CALL, { ...MARKET, years: 0 })).toBe(0);
    expect(probabilityOfProfit(CALL, { ...MARKET, spot: 120, years: 0 })).toBe(1);
  });
});

describe('the leverage of a buyer', () => {
  it('computes the leverage as delta × spot ÷ premium, whatever the sign of delta', () => {
    expect(leverageOf({ delta: 0.5, spot: 100, premiumUsd: 5 })).toBe(10);
    expect(leverageOf({ delta: -0.02, spot: 100, premiumUsd: 54 })).toBeCloseTo(0.037, 3);
  });

  it.each([
    [{ delta: undefined, spot: 100, premiumUsd: 5 }],
    [{ delta: 0.5, spot: undefined, premiumUsd: 5 }],
    [{ delta: 0.5, spot: 100, premiumUsd: undefined }],
    [{ delta: 0.5, spot: 100, premiumUsd: 0 }],
    [{ delta: Number.POSITIVE_INFINITY, spot: 100, premiumUsd: 5 }],
  ])(
    'returns undefined when a value that the leverage needs is missing or impossible: %j',
    (input) => {
      expect(leverageOf(input)).toBeUndefined();
    },
  );
});
