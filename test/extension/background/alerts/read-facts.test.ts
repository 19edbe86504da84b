import { type Hex, toHex } from 'viem';
import { describe, expect, it } from 'vitest';
import { createFactReader } from '../../../../entrypoints/background/alerts/read-facts.ts';
import { createPositionReader } from '../../../../entrypoints/background/alerts/read-positions.ts';
import { createQuoteReader } from '../../../../entrypoints/background/alerts/read-quotes.ts';
import type { OrderChecks } from '../../../../entrypoints/background/market/checks.ts';
import { UNREAD_MAKER } from '../../../../entrypoints/background/market/rows.ts';
import type { Spot } from '../../../../entrypoints/background/market/spot-prices.ts';
import { type Structure, structureKey } from '../../../../shared/messages/alerts.ts';
import { describeOrder } from '../../../../shared/orders/describe.ts';
import type { FeedEntry } from '../../../../shared/orders/parse-feed.ts';
import { epochMs, price8, unixSeconds } from '../../../../shared/units.ts';
import { ACCOUNT, armed, eight, POSITION, spotRule } from '../../../shared/desk/alert-facts.ts';
import { deskPosition } from '../../../shared/desk/desk-positions.ts';
import { realOrder } from '../../../shared/orders/real-orders.ts';

const NOW = 1_800_000_000_000;
const clock = { now: () => epochMs(NOW) };
const SPOT: Spot = { price: price8(eight(2590)), source: 'chain', at: epochMs(NOW - 1000) };

describe('the reader of facts', () => {
  function reader(spot: Spot | undefined, fails: readonly string[] = []) {
    const asked: string[] = [];
    const read =
      <Value>(name: string, value: Value) =>
      async (subjects: readonly unknown[]) => {
        asked.push(`${name} ${subjects.length}`);
        if (fails.includes(name)) throw new TypeError('away');
        return new Map([['key', value]]);
      };
    const readFacts = createFactReader({
      clock,
      spots: {
        refresh: async () => void asked.push('spots'),
        of: () => spot,
      },
      readQuotes: read('quotes', null),
      readPositions: read('positions', []),
    });
    return { readFacts, asked };
  }
  const position = { ...POSITION, account: `0x${'A1'.repeat(20)}` };
  const worth = { kind: 'value', direction: 'above', value: '1' } as const;
  const valued = armed({ ...worth, position });

  it('reads only the facts that the alerts need, and reads each account once', async () => {
    const { readFacts, asked } = reader(SPOT);
    await readFacts([armed({ kind: 'expiry', position: { ...POSITION, expiry: NOW }, hours: 1 })]);
    expect(asked).toEqual([]);
    await readFacts([valued, armed({ ...worth, position: POSITION })]);
    expect(asked).toEqual(['spots', 'positions 1']);
  });

  it('reads prices only from the chain', async () => {
    const spotsOf = async (spot: Spot | undefined) =>
      (await reader(spot).readFacts([armed(spotRule('above', 1))])).spots;
    expect(await spotsOf(SPOT)).toEqual(new Map([['ETH', { price: SPOT.price, at: SPOT.at }]]));
    expect(await spotsOf({ ...SPOT, source: 'order feed' })).toEqual(new Map());
    expect(await spotsOf(undefined)).toEqual(new Map());
  });

  it('keeps the facts from the sources that responded when another source fails', async () => {
    const { readFacts } = reader(SPOT, ['positions']);
    const found = await readFacts([valued, armed(spotRule('above', 1))]);
    expect(found.positions).toEqual(new Map());
    expect(found.spots.size).toBe(1);
  });
});

describe('the reader of quotes', () => {
  const { entry } = realOrder('r12 CALL_FLY');
  const later = unixSeconds(NOW / 1000 + 3600);
  const { product, asset, strikesAscending } = describeOrder(entry.order);
  if (product === undefined || asset === undefined) throw new Error('a known product');
  const structure: Structure = {
    asset,
    product: product.name,
    side: describeOrder(entry.order).takerSide,
    strikes: strikesAscending.map(String),
    expiry: later,
  };
  const KEY = structureKey(structure);

  const at = (price: bigint, maker: string, change: Partial<FeedEntry['order']> = {}) => ({
    ...entry,
    order: {
      ...entry.order,
      price: price8(price),
      maker: maker as Hex,
      expiry: later,
      orderExpiryTimestamp: later,
      ...change,
    },
  });
  const MAKERS = ['11', '22', '33'].map((byte) => `0x${byte.repeat(20)}`);
  const [A = '', B = '', C = ''] = MAKERS;
  const RICH = {
    filled: 0n,
    cutoff: 0n,
    balance: 10n ** 30n,
    allowance: 10n ** 30n,
  };

  function read(entries: readonly FeedEntry[], checks: Partial<OrderChecks> = {}) {
    const byDigest = new Map(entries.map((one, i) => [toHex(i, { size: 32 }), one]));
    const checked: string[] = [];
    const readQuotes = createQuoteReader({
      feed: {
        fresh: async () => ({
          byDigest,
          feeds: [],
          at: NOW,
          feed: { orders: [], problems: [], marketData: {}, timestamp: undefined },
        }),
      },
      checks: {
        run: async () => undefined,
        only: async (some) => void checked.push(...some.keys()),
        isGenuine: () => true,
        makerOf: () => RICH,
        unfillableOf: () => undefined,
        oracleOf: () => undefined,
        quoteSpotOf: () => undefined,
        version: () => 0,
        ...checks,
      },
      spots: { of: () => SPOT },
      clock,
    });
    return { quotes: readQuotes([structure]), checked };
  }

  const price = (dollars: number) => eight(dollars);
  const other = { strikes: entry.order.strikes.map((strike) => price8(strike + 1n)) };

  it('returns the best price for the taker, and checks only orders with the requested terms', async () => {
    const { quotes, checked } = read([
      at(price(30), A),
      at(price(20), B),
      at(price(25), C),
      at(price(1), C, other),
    ]);
    const best =
      structure.side === 'buy' ? { price: price(20), maker: B } : { price: price(30), maker: A };
    expect((await quotes).get(KEY)).toEqual(best);
    expect(checked).toHaveLength(3);
  });

  it('leaves out forged, ended and unfillable orders', async () => {
    const forged = read([at(price(20), A)], { isGenuine: () => false });
    expect((await forged.quotes).get(KEY)).toBeNull();
    const used = read([at(price(20), A)], { unfillableOf: () => 'budget' as never });
    expect((await used.quotes).get(KEY)).toBeNull();
    const ended = { orderExpiryTimestamp: unixSeconds(NOW / 1000 - 1) };
    expect((await read([at(price(20), A, ended)]).quotes).get(KEY)).toBeNull();
    const poor = read([at(price(20), A)], { makerOf: () => ({ ...RICH, balance: 0n }) as never });
    expect((await poor.quotes).get(KEY)).toBeNull();
    expect((await read([]).quotes).get(KEY)).toBeNull();
  });

  it('leaves out terms whose only orders couldn’t be checked', async () => {
    const unsigned = read([at(price(20), A)], { isGenuine: () => undefined });
    expect((await unsigned.quotes).has(KEY)).toBe(false);
    const unread = read([at(price(20), A)], { makerOf: () => UNREAD_MAKER });
    expect((await unread.quotes).has(KEY)).toBe(false);
  });
});

describe('the reader of positions', () => {
  const checked = deskPosition('PUT', [2800]);
  const unchecked = { ...deskPosition('PUT', [2900]), isChecking: true };
  const other = ACCOUNT.replace('a1', 'b2');

  it('verifies positions that the list hasn’t checked yet, and skips accounts that can’t be read', async () => {
    const verified: string[] = [];
    const read = createPositionReader({
      async list(account) {
        if (account === other) throw new TypeError('away');
        return { rows: [checked, unchecked] };
      },
      async verify(options, account) {
        verified.push(...options, account ?? '');
        return [{ ...unchecked, isChecking: false }];
      },
    });
    const upper = ACCOUNT.toUpperCase().replace('X', 'x');
    const rows = await read([other, upper]);
    expect(verified).toEqual([unchecked.address, upper]);
    expect([...rows]).toEqual([[ACCOUNT, [checked, { ...unchecked, isChecking: false }]]]);
  });

  it('verifies every position in a list of hundreds of positions', async () => {
    const many = Array.from({ length: 250 }, (_, i) => ({
      ...deskPosition('PUT', [1000 + i]),
      isChecking: true,
    }));
    const read = createPositionReader({
      list: async () => ({ rows: many }),
      verify: async (options) =>
        many
          .filter(({ address }) => options.includes(address))
          .map((row) => ({ ...row, isChecking: false })),
    });
    const rows = (await read([ACCOUNT])).get(ACCOUNT) ?? [];
    expect(rows.filter(({ isChecking }) => isChecking)).toEqual([]);
  });
});
