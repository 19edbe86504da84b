import { Check } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { parseFeed, parseFeedEntry } from '../../../shared/orders/parse-feed.ts';
import { FeedWire } from '../../../shared/wire/orders.ts';

const ORDER = {
  ticker: 'BTC-5SEP26-79000-P',
  maker: '0xEcda1D002FBC55F2Fd3386bB4B9B95F859f3C39E',
  orderExpiryTimestamp: 1788514414,
  collateral: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  isCall: false,
  priceFeed: '0x64c911996D3c6aC71f9b455B1E8E7266BcbD848F',
  implementation: '0x7355EB92dfb0503DB558a70c10843618932ab290',
  isLong: false,
  maxCollateralUsable: '10000000000',
  strikes: [7900000000000],
  expiry: 1788595200,
  price: '8085346156',
  numContracts: '0',
  extraOptionData: '0x',
};
const ENTRY = {
  order: ORDER,
  nonce: '79861457005557965791495769684941756422037222396955685854146794254151064052773',
  signature: `0x${'56'.repeat(65)}`,
  optionBookAddress: '0x1bDff855d6811728acaDC00989e79143a2bdfDed',
  greeks: { delta: -0.3, iv: 0.45, gamma: 0.0001, theta: -80, vega: 12 },
};
const FEED = {
  data: {
    timestamp: '2026-09-04T12:00:00.000Z',
    orders: [ENTRY],
    market_data: { BTC: 79912.5, ETH: 2643.1 },
  },
  metadata: { last_updated: 1, current_time: 2 },
};

function withOrder(changes: Record<string, unknown>): unknown {
  return { ...ENTRY, order: { ...ORDER, ...changes } };
}

describe('the feed parser', () => {
  it('parses every field of an order, and keeps every integer exact', () => {
    const feed = parseFeed(FEED);
    expect(feed?.problems).toEqual([]);
    expect(feed?.orders[0]).toEqual({
      order: {
        maker: ORDER.maker,
        orderExpiryTimestamp: 1788514414,
        collateral: ORDER.collateral,
        isCall: false,
        priceFeed: ORDER.priceFeed,
        implementation: ORDER.implementation,
        isLong: false,
        maxCollateralUsable: 10_000_000_000n,
        strikes: [7_900_000_000_000n],
        expiry: 1788595200,
        price: 8_085_346_156n,
        numContracts: 0n,
        extraOptionData: '0x',
      },
      nonce: BigInt(ENTRY.nonce),
      signature: ENTRY.signature,
      optionBookAddress: ENTRY.optionBookAddress,
      ticker: ORDER.ticker,
      greeks: ENTRY.greeks,
    });
    expect(feed?.marketData).toEqual({ BTC: 7_991_250_000_000n, ETH: 264_310_000_000n });
    expect(feed?.timestamp).toBe(Date.parse('2026-09-04T12:00:00.000Z'));
  });

  it('accepts a response without a wrapper and without market data', () => {
    expect(parseFeed({ orders: [ENTRY] })).toMatchObject({ orders: [{}], marketData: {} });
  });

  it('skips an invalid entry, reports its index and field, and keeps the other entries in order', () => {
    const orders = [ENTRY, withOrder({ price: '1.5' }), null, withOrder({ strikes: [1, 2] })];
    const feed = parseFeed({ data: { orders } });
    expect(feed?.orders.map(({ order }) => order.strikes.length)).toEqual([1, 2]);
    expect(feed?.problems).toEqual([
      { index: 1, field: 'order.price' },
      { index: 2, field: 'entry' },
    ]);
  });

  it.each([
    ['extra fields', { ...ENTRY, note: 1, order: { ...ORDER, ticker: 7, foo: {} } }],
    ['no greeks', { ...ENTRY, greeks: undefined }],
    ['null greeks', { ...ENTRY, greeks: null }],
    ['greeks with a null member', { ...ENTRY, greeks: { ...ENTRY.greeks, iv: null } }],
    ['null extraOptionData', withOrder({ extraOptionData: null })],
    ['no numContracts', withOrder({ numContracts: undefined })],
    ['a garbled numContracts', withOrder({ numContracts: '5.5743e+20' })],
    ['strings for numbers', withOrder({ strikes: ['7900000000000'], expiry: '1788595200' })],
    ['lower-case addresses', withOrder({ maker: ORDER.maker.toLowerCase() })],
    ['a wrong checksum', withOrder({ maker: ORDER.maker.replace('E', 'e') })],
  ])('accepts an entry with %s', (_, item) => {
    expect(parseFeedEntry(item)).toMatchObject({
      order: {
        maker: ORDER.maker,
        strikes: [7_900_000_000_000n],
        numContracts: 0n,
        extraOptionData: '0x',
      },
    });
  });

  it.each<[string, unknown, string]>([
    ['a fractional strike', withOrder({ strikes: [1.5] }), 'order.strikes'],
    ['a strike beyond 2^53', withOrder({ strikes: [2 ** 53] }), 'order.strikes'],
    ['a negative strike', withOrder({ strikes: [-1] }), 'order.strikes'],
    ['no strikes', withOrder({ strikes: [] }), 'order.strikes'],
    ['five strikes', withOrder({ strikes: [1, 2, 3, 4, 5] }), 'order.strikes'],
    ['an exponent', withOrder({ price: '1e10' }), 'order.price'],
    ['a sign', withOrder({ price: '-1' }), 'order.price'],
    ['hexadecimal digits', withOrder({ price: '0x10' }), 'order.price'],
    [
      'a number beyond 256 bits',
      withOrder({ maxCollateralUsable: (2n ** 256n).toString() }),
      'order.maxCollateralUsable',
    ],
    ['a price as an unsafe number', withOrder({ price: 1e16 + 2 }), 'order.price'],
    ['a fractional expiry', withOrder({ expiry: 1788595200.5 }), 'order.expiry'],
    ['a missing maker', withOrder({ maker: undefined }), 'order.maker'],
    ['a short address', withOrder({ collateral: '0x00' }), 'order.collateral'],
    ['a truthy isCall', withOrder({ isCall: 1 }), 'order.isCall'],
    [
      'an odd number of hexadecimal digits',
      withOrder({ extraOptionData: '0x0' }),
      'order.extraOptionData',
    ],
    ['no nonce', { ...ENTRY, nonce: null }, 'nonce'],
    ['no signature', { ...ENTRY, signature: 'none' }, 'signature'],
    ['no book', { ...ENTRY, optionBookAddress: '' }, 'optionBookAddress'],
    ['no order', { ...ENTRY, order: [] }, 'order'],
  ])('rejects an entry with %s and names the field', (_, item, field) => {
    expect(parseFeedEntry(item)).toBe(field);
  });

  it.each([[null], ['text'], [[]], [{}], [{ data: {} }], [{ data: { orders: {} } }]])(
    'doesn’t find a feed in %j',
    (answer) => {
      expect(parseFeed(answer)).toBeUndefined();
    },
  );

  it('skips invalid prices in market data', () => {
    const market_data = {
      BTC: 1e12,
      ETH: 0,
      SOL: Number.NaN,
      XRP: '1',
      BNB: 612.123456789,
      __proto__: 1,
    };
    expect(parseFeed({ orders: [], market_data })?.marketData).toEqual({ BNB: 61_212_345_679n });
  });

  it('the wire schema accepts a valid feed, and rejects a feed with a numeric price', () => {
    expect(Check(FeedWire, FEED)).toBe(true);
    expect(Check(FeedWire, { data: { orders: [withOrder({ price: 5 })] } })).toBe(false);
  });
});
