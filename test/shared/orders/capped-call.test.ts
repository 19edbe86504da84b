import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cappedCallPrice, cappedCallVolatility } from '../../../shared/orders/capped-call.ts';

const option = (spot: number, days: number) => ({
  spot,
  strike: 100_000,
  cap: 200_000,
  years: days / 365,
});

/**
 * Returns the deviation at which the price is highest. Returns undefined if the price only falls.
 */
function peakOf({ spot, strike, cap }: ReturnType<typeof option>): number | undefined {
  const square = Math.log((strike * cap) / spot ** 2);
  return square > 0 ? Math.sqrt(square) : undefined;
}

describe('the implied volatility of a capped call', () => {
  it('recovers a volatility of 90 % from the price of a 180-day option at that volatility', () => {
    const capped = option(100_000, 180);
    expect(cappedCallVolatility(capped, cappedCallPrice(capped, 0.9))).toBeCloseTo(0.9, 9);
  });

  it('recovers any volatility below the one with the highest price, and any volatility when the price has no peak', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 40_000, max: 195_000, noNaN: true }),
        fc.integer({ min: 1, max: 400 }),
        fc.double({ min: 0.1, max: 3, noNaN: true }),
        (spot, days, volatility) => {
          const capped = option(spot, days);
          const peak = peakOf(capped);
          const deviation = volatility * Math.sqrt(capped.years);
          fc.pre(peak === undefined || deviation < peak * 0.98);
          const price = cappedCallPrice(capped, volatility);
          const intrinsic = cappedCallPrice(capped, 0);
          // Near the intrinsic value, a price fits almost every small volatility.
          fc.pre(Math.abs(price - intrinsic) > 1e-3);
          expect(cappedCallVolatility(capped, price)).toBeCloseTo(volatility, 5);
        },
      ),
    );
  });

  it('never implies a volatility at which the price differs from the given price', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1000, max: 500_000, noNaN: true }),
        fc.integer({ min: 1, max: 700 }),
        fc.double({ min: 0.01, max: 200_000, noNaN: true }),
        (spot, days, price) => {
          const capped = option(spot, days);
          const implied = cappedCallVolatility(capped, price);
          if (implied === undefined) return;
          expect(cappedCallPrice(capped, implied)).toBeCloseTo(price, 3);
        },
      ),
    );
  });

  it.each([0, -1, 100_000, Number.NaN])('doesn’t imply a volatility for the price %d', (price) => {
    expect(cappedCallVolatility(option(100_000, 30), price)).toBeUndefined();
  });
});
