import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  atTheMoney,
  smileOf,
  termStructure,
  volatilitiesOf,
} from '../../../shared/desk/volatility.ts';
import type { OrderRow } from '../../../shared/messages/market.ts';
import { unixSeconds } from '../../../shared/units.ts';
import { chainsOf } from './chains.ts';
import { DAY, deskRow, NOW, SPOT } from './desk-rows.ts';
import { meanPayoff } from './mean-payoff.ts';

const MARKET = {
  spot: { price: SPOT, source: 'chain' as const },
  now: unixSeconds(NOW),
};
const DAYS_30 = { spot: SPOT, years: 30 / 365 };
const call = (strike: number) => (price: number) => Math.max(price - strike, 0);
const put = (strike: number) => (price: number) => Math.max(strike - price, 0);
const spread = (low: number, high: number) => (price: number) =>
  call(low)(price) - call(high)(price);

/** Returns a quote whose price is the model's value at a volatility. */
function fairly(volatility: number, rest: Partial<OrderRow> = {}) {
  const days = ((rest.expiry ?? NOW + 30 * DAY) - NOW) / DAY;
  const market = { ...DAYS_30, years: days / 365, volatility };
  return {
    call: (strike: number) =>
      deskRow('INVERSE_CALL', [strike], { usd: meanPayoff(call(strike), market), ...rest }),
    put: (strike: number) =>
      deskRow('PUT', [strike], { usd: meanPayoff(put(strike), market), ...rest }),
  };
}

describe('the volatility of a quote', () => {
  it('finds the volatility at which the mean payoff of an option equals its price', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2700, max: 3300 }),
        fc.double({ min: 0.2, max: 2, noNaN: true }),
        (strike, volatility) => {
          const quotes = fairly(volatility);
          for (const row of [quotes.call(strike), quotes.put(strike)])
            expect(volatilitiesOf(row, MARKET).implied).toBeCloseTo(volatility, 3);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('finds the volatility of an out-of-the-money spread whose price has only one solution', () => {
    const usd = meanPayoff(spread(3400, 3600), { ...DAYS_30, volatility: 0.6 });
    const row = deskRow('CALL_SPREAD', [3400, 3600], { usd });
    expect(volatilitiesOf(row, MARKET).implied).toBeCloseTo(0.6, 3);
  });

  it('doesn’t return a volatility for a spread around the spot price', () => {
    const usd = meanPayoff(spread(2900, 3100), { ...DAYS_30, volatility: 0.6 });
    const row = deskRow('CALL_SPREAD', [2900, 3100], { usd });
    expect(volatilitiesOf(row, MARKET).implied).toBeUndefined();
  });

  it('doesn’t return a volatility for a butterfly whose price is explained by two volatilities', () => {
    const payoff = (price: number) => spread(3300, 3500)(price) - spread(3500, 3700)(price);
    const usd = meanPayoff(payoff, { ...DAYS_30, volatility: 0.35 });
    const row = deskRow('CALL_FLY', [3300, 3500, 3700], { usd });
    expect(volatilitiesOf(row, MARKET).implied).toBeUndefined();
    const cheaper = meanPayoff(payoff, { ...DAYS_30, volatility: 0.15 });
    const one = deskRow('CALL_FLY', [3300, 3500, 3700], { usd: cheaper / 10 });
    expect(volatilitiesOf(one, MARKET).implied).toBeDefined();
  });

  it('never implies a volatility at which the structure’s value differs from its price', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 20, max: 40 }),
        fc.integer({ min: 1, max: 5 }),
        fc.double({ min: 0.01, max: 0.99, noNaN: true }),
        (low, width, share) => {
          const [k1, k2] = [low * 100, (low + width) * 100];
          const usd = share * (k2 - k1);
          const { implied } = volatilitiesOf(deskRow('CALL_SPREAD', [k1, k2], { usd }), MARKET);
          if (implied === undefined) return;
          const value = meanPayoff(spread(k1, k2), { ...DAYS_30, volatility: implied });
          expect(value / usd).toBeCloseTo(1, 2);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('distinguishes the volatility that the feed claims from the volatility that the signed price implies', () => {
    const row = {
      ...fairly(0.5).put(3000),
      feedVolatility: 0.9,
    };
    const { implied, reported } = volatilitiesOf(row, MARKET);
    expect(reported).toBe(0.9);
    expect(implied).toBeCloseTo(0.5, 3);
    expect(volatilitiesOf(fairly(0.5).put(3000), MARKET).reported).toBeUndefined();
  });

  it('uses the asset’s price at the time of the quote, not the present one', () => {
    const row = { ...fairly(0.5).put(3000), quoteSpot: SPOT };
    const later = { ...MARKET, spot: { ...MARKET.spot, price: SPOT * 0.99 } };
    expect(volatilitiesOf(row, later)).toEqual(volatilitiesOf(row, MARKET));
  });
});

describe('the smile', () => {
  const arranged = (rows: readonly OrderRow[]) =>
    chainsOf(rows, { spot: { ETH: MARKET.spot }, over: NOW }).chains;

  it('prefers a put to a call at a strike below the spot price, and returns the bid, the ask and the mean of both', () => {
    const rows = [
      fairly(0.7).put(2800),
      fairly(0.66, { side: 'sell' }).put(2800),
      fairly(2).call(2800),
      fairly(0.6).call(3200),
      fairly(0.5, { side: 'sell' }).put(3400),
    ];
    const [chain] = arranged(rows);
    const smile = smileOf(chain ?? expect.unreachable(), MARKET);
    expect(smile.map(({ strike, kind }) => [strike, kind])).toEqual([
      [2800, 'put'],
      [3200, 'call'],
      [3400, 'put'],
    ]);
    expect(smile.map(({ middle }) => Number(middle.toFixed(3)))).toEqual([0.68, 0.6, 0.5]);
    expect(smile[0]?.bid).toBeCloseTo(0.66, 3);
    expect(smile[0]?.ask).toBeCloseTo(0.7, 3);
    expect(smile[1]?.bid).toBeUndefined();
  });

  it('ignores quotes whose signature is unchecked', () => {
    const [chain] = arranged([fairly(0.7, { isChecked: false }).put(2800)]);
    expect(smileOf(chain ?? expect.unreachable(), MARKET)).toEqual([]);
  });

  it('interpolates each expiry’s volatility at the spot price for the term structure', () => {
    const later = { expiry: NOW + 60 * DAY };
    const rows = [
      fairly(0.6).put(2900),
      fairly(0.8).call(3100),
      fairly(0.5, later).put(2900),
      fairly(0.9, { expiry: NOW + 90 * DAY }).put(2000),
    ];
    const term = termStructure(arranged(rows), MARKET);
    expect(term.map(({ expiry }) => (expiry - NOW) / DAY)).toEqual([30, 60]);
    expect(term.map(({ volatility }) => Number(volatility.toFixed(3)))).toEqual([0.7, 0.5]);
    expect(atTheMoney([], SPOT)).toBeUndefined();
  });
});
