import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { describeOrder } from '../../../shared/orders/describe.ts';
import { orderDigest } from '../../../shared/orders/eip712.ts';
import { computeNonce } from '../../../shared/orders/nonce.ts';
import { parseFeed } from '../../../shared/orders/parse-feed.ts';
import { priceOrder } from '../../../shared/orders/price.ts';
import { verifyOrder } from '../../../shared/orders/verify.ts';
import { toNumber8, unixSeconds } from '../../../shared/units.ts';

const MAKER = '0xEcda1D002FBC55F2Fd3386bB4B9B95F859f3C39E';
/** Time at which the feed was captured. */
const NOW = unixSeconds(Date.parse('2026-09-04T09:31:00Z') / 1000);

const file = new URL('../../vectors/live-feed.json', import.meta.url);
const feed = parseFeed(JSON.parse(readFileSync(file, 'utf8'))) ?? expect.unreachable();

describe('thirty entries of a live feed', () => {
  it('parses live entries with spot prices and time', () => {
    expect(feed.problems).toEqual([]);
    expect(feed.orders).toHaveLength(30);
    expect(feed.timestamp).toBe(NOW * 1000);
    expect(feed.marketData).toMatchObject({ ETH: 2522_13000000n, BTC: 81004_04000000n });
    const digests = feed.orders.map((entry) => orderDigest(entry.order, entry.optionBookAddress));
    expect(new Set(digests).size).toBe(30);
  });

  it('verifies the maker’s signature, the nonce and the book of every live entry', () => {
    for (const entry of feed.orders) {
      expect(computeNonce(entry.order)).toBe(entry.nonce);
      const { checks, signer, status } = verifyOrder(entry, { now: NOW });
      expect(checks.filter((check) => check.status !== 'passed')).toEqual([]);
      expect([status, signer]).toEqual(['passed', MAKER]);
    }
  });

  it('rejects a live entry whose expiry was changed after signing', () => {
    for (const entry of feed.orders) {
      const order = { ...entry.order, expiry: unixSeconds(entry.order.expiry + 1) };
      expect(verifyOrder({ ...entry, order }, { now: NOW }).status).toBe('failed');
    }
  });

  it('finds the twelve budgets that live entries share', () => {
    expect(new Set(feed.orders.map(({ nonce }) => nonce)).size).toBe(12);
  });

  it('describes live entries as seven products on two assets in three tokens', () => {
    const count: Record<string, number> = {};
    for (const { order } of feed.orders) {
      const { product, asset, collateral, takerSide } = describeOrder(order);
      const line = `${takerSide} ${asset} ${product?.name} in ${collateral?.symbol}`;
      count[line] = (count[line] ?? 0) + 1;
    }
    expect(count).toEqual({
      'buy ETH LINEAR_CALL in USDC': 3,
      'buy ETH PUT in USDC': 8,
      'buy BTC PUT in USDC': 6,
      'buy BTC RANGER in USDC': 2,
      'buy BTC CALL_SPREAD in USDC': 1,
      'buy BTC CALL_SPREAD in aBasUSDC': 1,
      'buy BTC CALL_FLY in USDC': 1,
      'sell ETH PHYSICAL_CALL in aBasWETH': 3,
      'sell ETH PHYSICAL_PUT in aBasUSDC': 2,
      'sell BTC PHYSICAL_PUT in aBasUSDC': 3,
    });
  });

  it('prices every live entry in dollars, and computes a volatility near the feed’s volatility', () => {
    for (const { order, greeks } of feed.orders) {
      const { terms, asset } = describeOrder(order);
      if (terms === undefined) return expect.unreachable();
      const spot = feed.marketData[asset ?? ''];
      const input = { terms, price: order.price, expiry: order.expiry, now: NOW, spot };
      const priced = priceOrder({ ...input, feedGreeks: greeks });
      const premium = toNumber8(order.price);
      const inToken = terms.product.isQuoteCollateral ? 1 : toNumber8(spot ?? order.price);
      expect(priced.premiumUsd && toNumber8(priced.premiumUsd)).toBeCloseTo(premium * inToken, 5);
      if (greeks === undefined) continue;
      // The maker's spread is part of the implied volatility.
      expect(Math.abs((priced.volatility ?? 0) - greeks.iv)).toBeLessThan(0.25);
    }
  });
});
