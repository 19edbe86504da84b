import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  impliedVolatility,
  type Vanilla,
  vanillaGreeks,
  vanillaPrice,
} from '../../../shared/orders/black-scholes.ts';
import { normalCumulative } from '../../../shared/orders/normal.ts';

/**
 * Converts an option with the interest rate r to an option without interest on the forward
 * S·e^(rT), and a discount factor. Discounted prices and delta stay the same, gamma is multiplied
 * by e^(rT), and vega is only discounted.
 */
function forward(option: Vanilla, rate: number): { option: Vanilla; discount: number } {
  const growth = Math.exp(rate * option.years);
  return { option: { ...option, spot: option.spot * growth }, discount: 1 / growth };
}

const HULL: Omit<Vanilla, 'kind'> = { spot: 42, strike: 40, years: 0.5 };
const AT_THE_MONEY: Omit<Vanilla, 'kind'> = { spot: 100, strike: 100, years: 1 };

describe('Black-Scholes prices', () => {
  it.each<[string, Vanilla, number, number, number]>([
    ['Hull’s call (spot 42, strike 40)', { kind: 'call', ...HULL }, 0.1, 0.2, 4.759422392871532],
    ['Hull’s put (spot 42, strike 40)', { kind: 'put', ...HULL }, 0.1, 0.2, 0.8085993729000958],
    [
      'the textbook call (spot 100, strike 100)',
      { kind: 'call', ...AT_THE_MONEY },
      0.05,
      0.2,
      10.450583572185565,
    ],
    [
      'the textbook put (spot 100, strike 100)',
      { kind: 'put', ...AT_THE_MONEY },
      0.05,
      0.2,
      5.573526022256971,
    ],
    [
      'a call without interest (spot 100, strike 100)',
      { kind: 'call', ...AT_THE_MONEY },
      0,
      0.2,
      7.965567455405804,
    ],
  ])('computes the published price of %s', (_, vanilla, rate, volatility, published) => {
    const { option, discount } = forward(vanilla, rate);
    expect(Math.abs(vanillaPrice(option, volatility) * discount - published)).toBeLessThan(1e-9);
  });

  it.each<[number, number, number, number]>([
    // Haug, "The Complete Guide to Option Pricing Formulas", Black-76: futures option, 4 digits.
    [19, 19, 0.1, 1.7011],
  ])(
    'computes Haug’s published price of an option on a future at %d with a strike of %d',
    (future, strike, rate, published) => {
      const price = vanillaPrice({ kind: 'call', spot: future, strike, years: 0.75 }, 0.28);
      expect(Math.abs(price * Math.exp(-rate * 0.75) - published)).toBeLessThan(5e-5);
    },
  );

  it('the prices of calls and puts obey put-call parity', () => {
    fc.assert(
      fc.property(anyVanilla(), anyVolatility(), (option, volatility) => {
        const call = vanillaPrice({ ...option, kind: 'call' }, volatility);
        const put = vanillaPrice({ ...option, kind: 'put' }, volatility);
        expect(Math.abs(call - put - (option.spot - option.strike))).toBeLessThan(1e-6);
      }),
    );
  });

  it('prices an option at its intrinsic value at expiry', () => {
    expect(vanillaPrice({ kind: 'call', spot: 110, strike: 100, years: 0 }, 0.5)).toBe(10);
    expect(vanillaPrice({ kind: 'put', spot: 110, strike: 100, years: 0 }, 0.5)).toBe(0);
  });
});

describe('greeks', () => {
  it('computes the greeks of the textbook call with the spot price and the strike at 100', () => {
    const { option, discount } = forward({ kind: 'call', ...AT_THE_MONEY }, 0.05);
    const greeks = vanillaGreeks(option, 0.2);
    expect(Math.abs(greeks.delta - 0.6368306511756191)).toBeLessThan(1e-9);
    expect(Math.abs(greeks.gamma / discount - 0.018762017345846895)).toBeLessThan(1e-9);
    expect(Math.abs(greeks.vega * 100 * discount - 37.52403469169379)).toBeLessThan(1e-8);
  });

  it.each<['call' | 'put', number, number]>([
    // Delta, and theta per year, at an interest rate of 5 %.
    ['call', 0.6368306511756191, -6.414027546438197],
    ['put', -0.3631693488243809, -1.657880423934626],
  ])(
    'computes delta and theta of the textbook %s with the spot price and the strike at 100',
    (kind, delta, theta) => {
      const rate = 0.05;
      const { option, discount } = forward({ kind, ...AT_THE_MONEY }, rate);
      const greeks = vanillaGreeks(option, 0.2);
      const price = vanillaPrice(option, 0.2) * discount;
      // Without interest, theta excludes the time decay of forward and discount.
      const yearly = greeks.theta * 365 * discount + rate * (price - greeks.delta * 100);
      expect(Math.abs(greeks.delta - delta)).toBeLessThan(1e-9);
      expect(Math.abs(yearly - theta)).toBeLessThan(1e-6);
    },
  );

  it('computes greeks that equal the slopes of the price', () => {
    fc.assert(
      fc.property(nearTheMoney(), fc.double({ min: 0.2, max: 2, noNaN: true }), (option, v) => {
        const greeks = vanillaGreeks(option, v);
        const step = option.spot * 1e-4;
        const at = (spot: number, years = option.years, volatility = v) =>
          vanillaPrice({ ...option, spot, years }, volatility);
        const { spot, years } = option;
        const delta = (at(spot + step) - at(spot - step)) / (2 * step);
        const gamma = (at(spot + step) - 2 * at(spot) + at(spot - step)) / step ** 2;
        const vega = (at(spot, years, v + 1e-4) - at(spot, years, v - 1e-4)) / 2e-4 / 100;
        const theta = (at(spot, years - 1e-6) - at(spot, years + 1e-6)) / 2e-6 / 365;
        expect(greeks.delta).toBeCloseTo(delta, 5);
        expect(greeks.gamma * spot).toBeCloseTo(gamma * spot, 3);
        expect(greeks.vega / spot).toBeCloseTo(vega / spot, 6);
        expect(greeks.theta / spot).toBeCloseTo(theta / spot, 6);
      }),
    );
  });

  it('returns a delta of −1, and zero for the other greeks, when an in-the-money put expires', () => {
    expect(vanillaGreeks({ kind: 'put', spot: 90, strike: 100, years: 0 }, 0.5)).toEqual({
      delta: -1,
      gamma: 0,
      theta: 0,
      vega: 0,
    });
  });
});

describe('implied volatility', () => {
  it.each<[string, Vanilla, number, number]>([
    ['Hull’s call 42/40', { kind: 'call', ...HULL }, 0.1, 4.759422392871532],
    ['Hull’s put 42/40', { kind: 'put', ...HULL }, 0.1, 0.8085993729000958],
    ['the textbook call 100/100', { kind: 'call', ...AT_THE_MONEY }, 0.05, 10.450583572185565],
    ['the textbook put 100/100', { kind: 'put', ...AT_THE_MONEY }, 0.05, 5.573526022256971],
  ])(
    'finds an implied volatility of 20 %% for the published price of %s',
    (_, vanilla, rate, published) => {
      const { option, discount } = forward(vanilla, rate);
      const found = impliedVolatility(option, published / discount);
      expect(Math.abs((found ?? 0) - 0.2)).toBeLessThan(1e-6);
    },
  );

  it('recovers the volatility from any price that determines it', () => {
    fc.assert(
      fc.property(nearTheMoney(), fc.double({ min: 0.05, max: 4, noNaN: true }), (option, v) => {
        const found = impliedVolatility(option, vanillaPrice(option, v));
        expect(found).toBeDefined();
        expect(Math.abs((found ?? 0) - v)).toBeLessThan(1e-6);
      }),
      { numRuns: 1000 },
    );
  });

  it('reproduces the price, even far from the money', () => {
    fc.assert(
      fc.property(anyVanilla(), anyVolatility(), (option, volatility) => {
        const price = vanillaPrice(option, volatility);
        const found = impliedVolatility(option, price);
        const intrinsic = vanillaPrice(option, 0);
        if (found === undefined) expect(price - intrinsic).toBeLessThan(1e-6 * option.spot);
        else expect(Math.abs(vanillaPrice(option, found) - price)).toBeLessThan(1e-6 * option.spot);
      }),
      { numRuns: 1000 },
    );
  });

  it.each<[string, Vanilla, number]>([
    ['below the intrinsic value', { kind: 'call', spot: 110, strike: 100, years: 1 }, 9],
    ['above the spot', { kind: 'call', spot: 110, strike: 100, years: 1 }, 111],
    ['after expiry', { kind: 'call', spot: 110, strike: 100, years: 0 }, 12],
    ['of zero', { kind: 'put', spot: 110, strike: 100, years: 1 }, 0],
  ])('doesn’t imply a volatility for a price %s', (_, option, price) => {
    expect(impliedVolatility(option, price)).toBeUndefined();
  });
});

describe('the normal distribution', () => {
  it.each([
    [0, 0.5],
    [1, 0.841344746068543],
    [-1.96, 0.024997895148220435],
    [3, 0.9986501019683699],
    [-8, 6.220960574271785e-16],
    [-40, 0],
    [40, 1],
  ])('computes the normal distribution at %d as %d', (x, published) => {
    expect(Math.abs(normalCumulative(x) - published)).toBeLessThan(1e-14);
  });
});

function anyVolatility() {
  return fc.double({ min: 0.01, max: 5, noNaN: true });
}

function anyVanilla(): fc.Arbitrary<Vanilla> {
  return fc.record({
    kind: fc.constantFrom('call' as const, 'put' as const),
    spot: fc.double({ min: 0.01, max: 200_000, noNaN: true }),
    strike: fc.double({ min: 0.01, max: 200_000, noNaN: true }),
    years: fc.double({ min: 1e-4, max: 2, noNaN: true }),
  });
}

/**
 * Generates options with strikes within a fifth of the spot price and at least a week to expiry.
 * For such options, the price determines the volatility.
 */
function nearTheMoney(): fc.Arbitrary<Vanilla> {
  return fc
    .record({
      kind: fc.constantFrom('call' as const, 'put' as const),
      spot: fc.double({ min: 1, max: 200_000, noNaN: true }),
      moneyness: fc.double({ min: 0.95, max: 1.05, noNaN: true }),
      years: fc.double({ min: 0.1, max: 2, noNaN: true }),
    })
    .map(({ moneyness, ...rest }) => ({ ...rest, strike: rest.spot * moneyness }));
}
