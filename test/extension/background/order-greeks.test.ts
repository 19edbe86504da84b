import { describe, expect, it } from 'vitest';
import {
  orderRows,
  spotPricesOfList,
  UNREAD_MAKER,
} from '../../../entrypoints/background/market/rows.ts';
import { quotedVolatilities } from '../../../entrypoints/background/market/volatility.ts';
import type { FeedEntry } from '../../../shared/orders/parse-feed.ts';
import { epochMs, price8, unixSeconds } from '../../../shared/units.ts';
import { realOrder } from '../../shared/orders/real-orders.ts';

const { entry: PUT } = realOrder('r12 PUT btc');
const { entry: SPREAD } = realOrder('r12 CALL_SPREAD aBasUSDC');
const SPOT = price8(7_990_000_000_000n);
const now = unixSeconds(PUT.order.orderExpiryTimestamp - 30);

const NOTHING_KNOWN = {
  isGenuine: () => undefined,
  makerOf: () => UNREAD_MAKER,
  unfillableOf: () => undefined,
  oracleOf: () => undefined,
  quoteSpotOf: () => undefined,
};

function rowsOf(
  entries: readonly FeedEntry[],
  isGenuine = true,
  checks: Partial<Parameters<typeof orderRows>[2]> = {},
) {
  const byDigest = new Map(entries.map((entry, i) => [`0x${i}`, entry]));
  const feed = {
    orders: [...entries],
    problems: [],
    marketData: { BTC: SPOT },
    timestamp: undefined,
  };
  return orderRows({ byDigest, feed, feeds: [], at: epochMs(now * 1000) }, now, {
    ...NOTHING_KNOWN,
    isGenuine: () => isGenuine,
    ...checks,
  });
}

/** A structure of the same asset and expiry as the put. */
const structure: FeedEntry = {
  ...SPREAD,
  order: {
    ...SPREAD.order,
    priceFeed: PUT.order.priceFeed,
    expiry: PUT.order.expiry,
    orderExpiryTimestamp: PUT.order.orderExpiryTimestamp,
  },
};

describe('the rows of the list of orders', () => {
  it('derives volatility and delta of a one-strike product from its price', () => {
    const [row] = rowsOf([PUT]).rows;
    expect(row?.impliedVolatility).toBeGreaterThan(0.1);
    expect(row?.delta).toBeLessThan(0);
  });

  it('computes greeks of a one-strike product that match the differences of the product’s value', () => {
    const [row] = rowsOf([PUT]).rows;
    const { delta, gamma, vega, theta, impliedVolatility, expiry, strikes } =
      row ?? expect.unreachable();
    const [spot, strike, volatility = 0] = [Number(SPOT) / 1e8, strikes[0] ?? 0, impliedVolatility];
    /** Returns the mean payoff over lognormal prices, summed up in small steps. */
    const valueAt = (price: number, sigma: number, seconds: number) => {
      const deviation = sigma * Math.sqrt(seconds / (365 * 86_400));
      let sum = 0;
      for (let i = -40_000; i <= 40_000; i++) {
        const z = i / 5_000;
        const end = price * Math.exp(deviation * z - deviation ** 2 / 2);
        sum += Math.exp((-z * z) / 2) * Math.max(strike - end, 0);
      }
      return sum / Math.sqrt(2 * Math.PI) / 5_000;
    };
    const left = expiry - now;
    const [up, middle, down] = [1.001, 1, 0.999].map((by) => valueAt(spot * by, volatility, left));
    const step = spot / 1000;
    const [above = 0, at = 0, below = 0] = [up, middle, down];
    expect(delta).toBeCloseTo((above - below) / (2 * step), 2);
    // One per cent of the price is ten of these steps.
    expect(gamma).toBeCloseTo((10 * (above - 2 * at + below)) / step, 2);
    expect(Math.abs((vega ?? 0) / (valueAt(spot, volatility + 0.01, left) - at) - 1)).toBeLessThan(
      0.06,
    );
    const perHour = valueAt(spot, volatility, left - 3600) - at;
    expect(Math.abs((theta ?? 0) / (perHour * 24) - 1)).toBeLessThan(0.06);
  });

  it('computes a purchase’s leverage as delta × spot ÷ premium, and doesn’t compute a maximum return', () => {
    const [row] = rowsOf([PUT]).rows;
    const { delta = Number.NaN, edge, side, priceUsd } = row ?? expect.unreachable();
    expect(side).toBe('buy');
    const leverage = Math.abs(delta * Number(SPOT)) / Number(priceUsd);
    // The delta is rounded to four decimals, so the leverage deviates.
    expect(Math.abs((edge ?? 0) - leverage)).toBeLessThanOrEqual(
      (0.00005 / Math.abs(delta)) * leverage,
    );
    expect(row?.maxReturn).toBeUndefined();
  });

  it('takes a spread’s volatility from a signed quote of the same asset and expiry', () => {
    const [put, spread] = rowsOf([PUT, structure]).rows;
    expect(spread?.impliedVolatility).toBe(put?.impliedVolatility);
    expect([put?.volatilityFrom, spread?.volatilityFrom]).toEqual(['price', 'nearby']);
    expect(spread?.delta).toBeTypeOf('number');
    const [, unsigned] = rowsOf([PUT, structure], false).rows;
    expect(unsigned?.impliedVolatility).toBeUndefined();
    expect(rowsOf([structure]).rows[0]?.delta).toBeUndefined();
  });

  it('keeps the computed greeks, adds the feed’s volatility, and uses the feed’s greeks when none can be computed', () => {
    const greeks = { delta: -0.12, iv: 0.5, gamma: 0, theta: 0, vega: 0 };
    const [own] = rowsOf([PUT]).rows;
    expect(rowsOf([{ ...PUT, greeks }]).rows).toEqual([{ ...own, feedVolatility: 0.5 }]);
    const spread = { ...structure, greeks };
    expect(rowsOf([spread]).rows[0]).toMatchObject({ volatilityFrom: 'feed', delta: -0.12 });
  });

  it('keeps a quote’s volatility when the spot price moves after the quote was first read', () => {
    const at = (spot: bigint, quoteSpot?: bigint) =>
      rowsOf([PUT, structure], true, {
        oracleOf: () => price8(spot),
        ...(quoteSpot === undefined ? {} : { quoteSpotOf: () => price8(quoteSpot) }),
      }).rows.map(({ impliedVolatility }) => impliedVolatility);
    const moved = (SPOT * 1_005n) / 1_000n;
    expect(at(moved, SPOT)).toEqual(at(SPOT));
    expect(at(moved)).not.toEqual(at(SPOT));
  });
});

describe("the list's price of an asset", () => {
  const market = { BTC: SPOT, ETH: price8(259_000_000_000n) };

  it('uses the chain’s price feed, and falls back to the order feed while the chain’s price is unknown', () => {
    const oracleOf = (feed: string) =>
      feed === PUT.order.priceFeed ? price8(8_000_000_000_000n) : undefined;
    expect(spotPricesOfList(market, { oracleOf })).toEqual({
      BTC: { price: 80_000, source: 'chain' },
      ETH: { price: 2_590, source: 'order feed' },
    });
  });
});

describe('the available size of a row', () => {
  it('reduces the available size to what the maker’s balance and allowance cover', () => {
    const snapshot = (checks: Partial<typeof NOTHING_KNOWN>) =>
      orderRows(
        {
          byDigest: new Map([['0x0', PUT]]),
          feed: { orders: [PUT], problems: [], marketData: { BTC: SPOT }, timestamp: undefined },
          feeds: [],
          at: epochMs(now * 1000),
        },
        now,
        { ...NOTHING_KNOWN, ...checks },
      ).rows[0];
    const signed = snapshot({});
    const poor = { ...UNREAD_MAKER, filled: 0n, balance: 5_000_000n, allowance: 10n ** 30n };
    const shown = snapshot({ makerOf: () => poor });
    expect(shown?.available ?? 0n).toBeLessThan(signed?.available ?? 0n);
    expect(shown?.budgetUsd).toBe(5);
    const tight = { ...poor, balance: 10n ** 30n, allowance: 3_000_000n };
    expect(snapshot({ makerOf: () => tight })?.budgetUsd).toBe(3);
  });
});

describe('the volatility that live quotes imply', () => {
  const at = (strike: bigint, price: bigint): FeedEntry => ({
    ...PUT,
    order: { ...PUT.order, strikes: [price8(strike)], price: price8(price) },
  });
  const market = { now: unixSeconds(PUT.order.expiry - 86_400), spotOf: () => SPOT };

  it('skips the nearest quote when its price implies an absurd volatility', () => {
    const absurd = at(7_800_000_000_000n, 7_000_000_000_000n);
    const sound = at(7_900_000_000_000n, 50_000_000_000n);
    const volatilityOf = quotedVolatilities([absurd, sound], market);
    const terms = { ...PUT.order, strikes: [price8(7_810_000_000_000n)] };
    expect(volatilityOf(terms)).toEqual(quotedVolatilities([sound], market)(terms));
    expect(volatilityOf(terms)?.volatility).toBeGreaterThan(0);
    expect(quotedVolatilities([absurd], market)(terms)).toBeUndefined();
  });

  it('skips the nearest quote when the other quotes of its expiry imply a different volatility', () => {
    const others = [7_700, 7_900, 8_000].map((strike) =>
      at(BigInt(strike) * 1_000_000_000n, 100_000_000_000n),
    );
    // A price near zero for an option near the money implies a volatility of a few per cent.
    const lure = at(7_800_000_000_000n, 1n);
    const terms = { ...PUT.order, strikes: [price8(7_800_000_000_000n)] };
    const sound = quotedVolatilities(others, market)(terms);
    expect(sound?.volatility).toBeGreaterThan(0);
    expect(quotedVolatilities([...others, lure], market)(terms)).toEqual(sound);
  });
});
