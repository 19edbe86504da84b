import { describe, expect, it } from 'vitest';
import { IMPLEMENTATIONS } from '../../../shared/chain/implementations.ts';
import { cappedCallPrice } from '../../../shared/orders/capped-call.ts';
import { describeOrder } from '../../../shared/orders/describe.ts';
import { priceOrder } from '../../../shared/orders/price.ts';
import { product, productOf } from '../../../shared/orders/products.ts';
import { termsOf } from '../../../shared/orders/terms.ts';
import { price8, unixSeconds } from '../../../shared/units.ts';
import { realOrder } from './real-orders.ts';

describe('the description of an order', () => {
  it.each([
    ['r12 LINEAR_CALL', 'Capped call', 'buy', 'ETH', 'USDC'],
    ['r12 PHYS_CALL bid', 'Physical call', 'sell', 'ETH', 'aBasWETH'],
    ['r12 PUT btc', 'Put', 'buy', 'BTC', 'USDC'],
    ['r12 PHYS_PUT bid', 'Physical put', 'sell', 'BTC', 'aBasUSDC'],
    ['r12 RANGER', 'Ranger', 'buy', 'BTC', 'USDC'],
    ['r12 CALL_FLY', 'Call butterfly', 'buy', 'BTC', 'USDC'],
    ['r12 CALL_SPREAD aBasUSDC', 'Call spread', 'buy', 'BTC', 'aBasUSDC'],
    ['r10 sample', 'Capped call', 'buy', 'ETH', 'USDC'],
  ])('describes %s as a %s that the taker would %s', (vector, label, takerSide, asset, symbol) => {
    expect(describeOrder(realOrder(vector).entry.order)).toMatchObject({
      guess: undefined,
      takerSide,
      asset,
      collateral: { symbol },
      terms: { product: { label } },
    });
  });

  it('recognizes all 46 implementations of four revisions, in any letter case', () => {
    expect(IMPLEMENTATIONS).toHaveLength(46);
    for (const { address, product: name, strikeCount } of IMPLEMENTATIONS) {
      const order = {
        implementation: address.toLowerCase() as typeof address,
        strikes: [],
        isCall: true,
      };
      expect(productOf(order)).toMatchObject({ kind: 'known', product: { name } });
      // Only r10's ranger with two strikes has an unknown shape.
      if (strikeCount !== product(name).strikeCount)
        expect(address).toBe('0x6a1D5Ce9E3BDEf110A06d8D025C171189d926D72');
    }
  });

  it.each([
    [1, 'put'],
    [2, 'putSpread'],
    [3, 'putButterfly'],
    [4, 'fourStrikes'],
    [5, 'option'],
  ])(
    'guesses the product of an unknown implementation from the number of strikes (%d), marks the guess, and returns no terms',
    (count, guess) => {
      const { order } = realOrder('r12 PUT btc').entry;
      const strikes = Array.from({ length: count }, (_, i) => price8(BigInt(i + 1)));
      const described = describeOrder({ ...order, implementation: order.maker, strikes });
      expect(described).toMatchObject({ guess, product: undefined, terms: undefined });
    },
  );

  it('returns an undefined asset, not ETH, for an unknown price feed', () => {
    const { order } = realOrder('r12 PUT btc').entry;
    expect(describeOrder({ ...order, priceFeed: order.maker }).asset).toBeUndefined();
  });

  it('returns descending strikes in ascending order, and leaves the signed order unchanged', () => {
    const { order } = realOrder('r12 CALL_SPREAD aBasUSDC').entry;
    const descending = { ...order, strikes: [...order.strikes].reverse() };
    expect(describeOrder(descending).strikesAscending).toEqual(order.strikes);
    expect(descending.strikes[0]).toBe(8_600_000_000_000n);
  });
});

describe('the price of an order', () => {
  const put = realOrder('r12 PUT btc').entry.order;
  const now = unixSeconds(put.expiry - 86_400);
  const spot = price8(7_990_000_000_000n);
  const terms = describeOrder(put).terms ?? expect.unreachable();
  const input = { terms, price: put.price, expiry: put.expiry, now };

  const feedGreeks = { delta: -0.1, iv: 0.42, gamma: 1, theta: -2, vega: 3 };

  it('computes volatility and greeks from the signed price, whatever the feed publishes', () => {
    expect(priceOrder({ ...input, spot, feedGreeks })).toEqual(priceOrder({ ...input, spot }));
  });

  it('uses the feed’s greeks when neither the price nor the quotes imply a volatility', () => {
    const fly = describeOrder(realOrder('r12 CALL_FLY').entry.order).terms ?? expect.unreachable();
    expect(priceOrder({ ...input, terms: fly, spot, feedGreeks })).toMatchObject({
      volatility: 0.42,
      greeks: { delta: -0.1 },
      greeksFrom: 'feed',
      premiumUsd: put.price,
    });
  });

  it('computes the volatility with the spot price at the quote’s time, and the greeks with the present spot price', () => {
    const later = price8((spot * 99n) / 100n);
    const quoted = priceOrder({ ...input, spot });
    const moved = priceOrder({ ...input, spot: later, quoteSpot: spot });
    expect(moved.volatility).toBe(quoted.volatility);
    // A put's delta increases when the price falls.
    expect(moved.greeks?.delta).toBeLessThan(quoted.greeks?.delta ?? 0);
    expect(priceOrder({ ...input, spot: later }).volatility).not.toBe(quoted.volatility);
  });

  it('computes the volatility and the greeks of a one-strike product with the model', () => {
    const priced = priceOrder({ ...input, spot });
    expect(priced.greeksFrom).toBe('model');
    expect(priced.volatility).toBeGreaterThan(0.1);
    expect(priced.volatility).toBeLessThan(1);
    expect(priced.greeks?.delta).toBeLessThan(0);
    expect(priced.greeks?.delta).toBeGreaterThan(-0.5);
  });

  it('returns undefined for a volatility, greeks or a dollar amount that can’t be computed', () => {
    expect(priceOrder(input)).toMatchObject({ volatility: undefined, greeks: undefined });
    const call =
      describeOrder(realOrder('r12 PHYS_CALL bid').entry.order).terms ?? expect.unreachable();
    expect(priceOrder({ ...input, terms: call }).premiumUsd).toBeUndefined();
    const fly = describeOrder(realOrder('r12 CALL_FLY').entry.order).terms ?? expect.unreachable();
    expect(priceOrder({ ...input, terms: fly, spot }).volatility).toBeUndefined();
  });

  it('computes a capped call’s volatility from the price of the capped payoff', () => {
    const strike = price8(100_000n * 10n ** 8n);
    const call = termsOf('LINEAR_CALL', [strike]) ?? expect.unreachable();
    const capped = { spot: 100_000, strike: 100_000, cap: 200_000, years: 180 / 365 };
    const price = price8(BigInt(Math.round(cappedCallPrice(capped, 0.9) * 1e8)));
    const expiry = unixSeconds(now + 180 * 86_400);
    const priced = priceOrder({ ...input, terms: call, price, expiry, spot: strike });
    expect(priced.volatility).toBeCloseTo(0.9, 6);
  });

  it('uses a given volatility for the greeks of structures', () => {
    const fly = describeOrder(realOrder('r12 CALL_FLY').entry.order).terms ?? expect.unreachable();
    const priced = priceOrder({ ...input, terms: fly, spot, volatility: 0.5 });
    expect(priced.greeksFrom).toBe('model');
    expect(Math.abs(priced.greeks?.delta ?? 1)).toBeLessThan(0.5);
  });

  it('values an inverse premium at the spot price', () => {
    const call =
      describeOrder(realOrder('r12 PHYS_CALL bid').entry.order).terms ?? expect.unreachable();
    const priced = priceOrder({
      ...input,
      terms: call,
      price: price8(710_087n),
      spot: price8(264_000_000_000n),
    });
    expect(priced.premiumUsd).toBe(1_874_629_680n);
  });
});
