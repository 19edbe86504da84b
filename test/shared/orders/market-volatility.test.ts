import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  marketVolatility,
  type VolatilityQuote,
} from '../../../shared/orders/market-volatility.ts';

const STRIKE = 2_500;
const quote = (maker: string, volatility: number, change: Partial<VolatilityQuote> = {}) => ({
  maker,
  isBid: false,
  strike: STRIKE,
  size: 10,
  volatility: () => volatility,
  ...change,
});

const HONEST = ['a', 'b', 'c'].flatMap((maker, i) => [
  quote(maker, 0.6 + i / 100),
  quote(maker, 0.56 + i / 100, { isBid: true }),
]);

describe('the volatility that makers agree on', () => {
  it('returns the mean of the medians of bids and asks, and the number of makers', () => {
    const found = marketVolatility(HONEST, STRIKE);
    expect(found?.volatility).toBeCloseTo(0.59);
    expect(found?.makers).toBe(3);
  });

  it('returns the spread between the medians of bids and asks, and an assumed spread when a side is missing', () => {
    const both = marketVolatility(HONEST, STRIKE);
    // The bids have a volatility of 0.57, the asks 0.61.
    expect(both?.middle).toBeCloseTo(0.59);
    expect(both?.halfSpread).toBeCloseTo(0.02 / 0.59);
    expect(both?.isSpreadAssumed).toBe(false);
    const asks = marketVolatility(
      HONEST.filter(({ isBid }) => !isBid),
      STRIKE,
    );
    const { middle = 0, halfSpread = 0, isSpreadAssumed } = asks ?? {};
    expect(middle * (1 + halfSpread)).toBeCloseTo(0.61);
    expect([halfSpread, isSpreadAssumed]).toEqual([0.05, true]);
    const crossed = [quote('a', 0.5), quote('a', 0.6, { isBid: true })];
    expect(marketVolatility(crossed, STRIKE)).toMatchObject({ middle: 0.55, halfSpread: 0 });
  });

  it('the volatility isn’t moved by one tiny bid at 3 % or by one huge ask', () => {
    const { volatility } = marketVolatility(HONEST, STRIKE) ?? expect.unreachable();
    const bid = quote('thief', 0.03, { isBid: true, size: 1e-6 });
    expect(marketVolatility([...HONEST, bid], STRIKE)?.volatility).toBe(volatility);
    const ask = quote('thief', 2.9, { size: 1e12 });
    expect(marketVolatility([...HONEST, ask], STRIKE)?.volatility).toBeCloseTo(volatility);
  });

  it('counts many quotes of one maker as one vote', () => {
    const many = Array.from({ length: 13 }, (_, i) =>
      quote('thief', 0.3, { strike: STRIKE + i - 6, isBid: i % 2 === 0, size: 1e9 }),
    );
    const { volatility } = marketVolatility([...HONEST, ...many], STRIKE) ?? expect.unreachable();
    expect(volatility).toBeGreaterThan(0.55);
    expect(marketVolatility(many, STRIKE)?.makers).toBe(1);
  });

  it('skips a maker’s nearest quote when that maker’s other quotes imply a different volatility', () => {
    const own = [2_300, 2_400, 2_600].map((strike) => quote('a', 0.6, { strike }));
    expect(marketVolatility([...own, quote('a', 0.05)], STRIKE)?.volatility).toBe(0.6);
  });

  it('returns undefined when no quote is plausible', () => {
    expect(marketVolatility([], STRIKE)).toBeUndefined();
    expect(marketVolatility([quote('a', 7)], STRIKE)).toBeUndefined();
    const unsolved = { ...quote('a', 1), volatility: () => undefined };
    expect(marketVolatility([unsolved], STRIKE)).toBeUndefined();
  });

  it('the volatility stays within the range of three honest makers despite one dishonest maker', () => {
    const attack = fc.array(
      fc.record({
        volatility: fc.double({ min: 0.01, max: 3, noNaN: true }),
        isBid: fc.boolean(),
        size: fc.double({ min: 1e-6, max: 1e12, noNaN: true }),
        strike: fc.integer({ min: 100, max: 9_000 }),
      }),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(attack, (quotes) => {
        const own = quotes.map(({ volatility, ...rest }) => quote('thief', volatility, rest));
        const found = marketVolatility([...HONEST, ...own], STRIKE);
        expect(found?.volatility).toBeGreaterThanOrEqual(0.56);
        expect(found?.volatility).toBeLessThanOrEqual(0.62);
      }),
    );
  });
});
