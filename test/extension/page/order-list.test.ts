import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { i18n } from '#i18n';
import { laterOptions } from '../../../components/screens/holdings/later-options.ts';
import {
  activeParts,
  countChecked,
  filterOrders,
  indexOrders,
  lastEnd,
  NO_FILTER,
} from '../../../components/screens/trade/orders/order-list.ts';
import type { ListedOrder } from '../../../shared/desk/one-row-per-terms.ts';
import type { OrderFilter } from '../../../shared/messages/order-filter.ts';
import { PRODUCT_NAMES } from '../../../shared/orders/products.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { contracts, price8, tokenAmount, usd8 } from '../../../shared/units.ts';
import { textsOf } from '../../helpers/texts.ts';

const german = new Map(Object.entries(textsOf('de')));

const NOW = 1_800_000_000;
const ALL = { now: NOW, over: 0 };

const ROW: ListedOrder = {
  maker: '0xa',
  others: [],
  digest: '0x0',
  asset: 'ETH',
  product: 'PUT',
  structure: 'Put',
  side: 'buy',
  physical: false,
  strikes: [2500],
  expiry: NOW + 3600,
  quoteEnds: NOW + 60,
  collateralSymbol: 'USDC',
  collateralDecimals: 6,
  price: price8(1240000000n),
  maxPayout: tokenAmount(2500000000n),
  edge: 1,
  available: contracts(1000000n),
  thumbnail: { gain: '', loss: '', zero: 0 },
  isChecked: true,
};

const anyRow: fc.Arbitrary<ListedOrder> = fc
  .record({
    asset: fc.constantFrom('ETH', 'BTC'),
    product: fc.constantFrom(...PRODUCT_NAMES),
    side: fc.constantFrom('buy', 'sell'),
    strikes: fc.array(fc.integer({ min: 1, max: 9999 }), { minLength: 1, maxLength: 4 }),
    expiry: fc.integer({ min: NOW, max: NOW + 40 * 86_400 }),
    quoteEnds: fc.integer({ min: NOW - 60, max: NOW + 120 }),
    edge: fc.integer({ min: 0, max: 1000 }),
    priceUsd: fc.option(fc.integer({ min: 1, max: 9999 }), { nil: undefined }),
    budgetUsd: fc.option(fc.integer({ min: 0, max: 9999 }), { nil: undefined }),
  })
  .map(({ priceUsd, budgetUsd, ...rest }) => ({
    ...ROW,
    ...rest,
    ...(priceUsd === undefined ? {} : { priceUsd: usd8(BigInt(priceUsd)) }),
    ...(budgetUsd === undefined ? {} : { budgetUsd }),
  }));

const anyRows = fc
  .array(anyRow, { maxLength: 60 })
  .map((rows) => rows.map((row, i) => ({ ...row, digest: `0x${i}` })));

const anyFilter: fc.Arbitrary<OrderFilter> = fc.record({
  asset: fc.constantFrom('', 'ETH', 'DOGE'),
  product: fc.constantFrom('', 'PUT', 'RANGER'),
  side: fc.constantFrom('', 'buy', 'sell'),
  expiry: fc.constantFrom('', '1d', '7d', String(NOW + 86_400)),
  search: fc.constantFrom('', 'put', ' ETH  call ', '25', 'nobody'),
  sort: fc.constantFrom('expiry', 'price', 'edge', 'budget', 'life'),
});

describe('orders that aren’t checked yet', () => {
  it('lists unchecked orders after checked orders, and sorts both groups as chosen', () => {
    const marked = anyRows.chain((rows) =>
      fc
        .array(fc.boolean(), { minLength: rows.length, maxLength: rows.length })
        .map((marks) => rows.map((row, i) => ({ ...row, isChecked: marks[i] === true }))),
    );
    fc.assert(
      fc.property(marked, anyFilter, (rows, filter) => {
        const of = (some: readonly ListedOrder[]) => filterOrders(indexOrders(some), filter, ALL);
        const checked = rows.filter(({ isChecked }) => isChecked);
        const others = rows.filter(({ isChecked }) => !isChecked);
        expect(of(rows)).toEqual([...of(checked), ...of(others)]);
        expect(countChecked(of(rows))).toBe(of(checked).length);
      }),
    );
  });
});

describe('a filter of the list of orders', () => {
  it('keeps each row that matches every part of a filter, exactly once', () => {
    fc.assert(
      fc.property(anyRows, anyFilter, (rows, filter) => {
        const shown = filterOrders(indexOrders(rows), filter, { now: NOW, over: NOW });
        const parts = (Object.keys(filter) as (keyof OrderFilter)[]).filter((k) => k !== 'sort');
        const byParts = parts.map(
          (part) =>
            new Set(
              filterOrders(indexOrders(rows), { ...NO_FILTER, [part]: filter[part] }, ALL).map(
                ({ digest }) => digest,
              ),
            ),
        );
        const expected = rows.filter(
          ({ digest, quoteEnds }) =>
            quoteEnds > NOW && byParts.every((digests) => digests.has(digest)),
        );
        expect(shown.map(({ digest }) => digest).sort()).toEqual(
          expected.map(({ digest }) => digest).sort(),
        );
      }),
    );
  });

  it.each<[OrderFilter['sort'], (row: ListedOrder) => number]>([
    ['expiry', ({ expiry }) => expiry],
    ['price', ({ priceUsd }) => Number(priceUsd ?? Number.POSITIVE_INFINITY)],
    ['edge', ({ edge = 0, side }) => (side === 'buy' ? 0 : 1e9) - edge],
    ['budget', ({ budgetUsd }) => -(budgetUsd ?? -1)],
    ['life', ({ quoteEnds }) => -quoteEnds],
  ])('sorts orders by %s, and lists orders without this figure last', (sort, keyOf) => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const keys = filterOrders(indexOrders(rows), { ...NO_FILTER, sort }, ALL).map(keyOf);
        expect(keys).toEqual(keys.toSorted((a, b) => a - b));
        expect(keys).toHaveLength(rows.length);
      }),
    );
  });

  it.each([
    ['put 2500', 1],
    ['2500 ETH buy', 1],
    ['usdc', 1],
    ['put 2501', 0],
    ['butterfly', 0],
    ['2,500', 1],
    ['$2,500', 1],
    ['$2,500.00', 1],
    ['25', 1],
    ['500', 0],
    ['2.5', 0],
    ['ut', 0],
    ['put-25', 1],
  ])(
    'the search “%s” matches the beginnings of words, in any order (matching rows: %i)',
    (search, count) => {
      expect(filterOrders(indexOrders([ROW]), { ...NO_FILTER, search }, ALL)).toHaveLength(count);
    },
  );

  it('finds words of German rows by their beginning', () => {
    i18n.read(german);
    try {
      const index = indexOrders([
        ROW,
        { ...ROW, side: 'sell', strikes: [2412.345], product: 'PUT_SPREAD' },
      ]);
      const found = (search: string) =>
        filterOrders(index, { ...NO_FILTER, search }, ALL).map(({ side }) => side);
      expect(found('2.500')).toEqual(['buy']);
      expect(found('2.412,345 $')).toEqual(['sell']);
      expect(found('kauf')).toEqual(['buy']);
      expect(found('verk')).toEqual(['sell']);
      expect(found('put-spread')).toEqual(['sell']);
    } finally {
      i18n.read(undefined);
    }
  });

  it('counts the active parts of a filter, and doesn’t count the sort order', () => {
    expect(activeParts(NO_FILTER)).toBe(0);
    expect(activeParts({ ...NO_FILTER, sort: 'price', search: ' ' })).toBe(0);
    expect(activeParts({ ...NO_FILTER, asset: 'ETH', side: 'buy', search: 'put' })).toBe(3);
  });
});

describe('the order of equal rows', () => {
  it('sorts equal rows by their terms alone, whatever order the feed has', () => {
    const shuffled = anyRows.chain((rows) =>
      fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })),
    );
    fc.assert(
      fc.property(shuffled, anyFilter, ([rows, others], filter) => {
        expect(filterOrders(indexOrders(others), filter, ALL)).toEqual(
          filterOrders(indexOrders(rows), filter, ALL),
        );
      }),
    );
  });

  it('sorts rows by expiry, and rows with the same expiry by asset, product and strikes', () => {
    const [late, second, third, btc] = [
      { ...ROW, digest: '0x1', expiry: NOW + 7200 },
      { ...ROW, digest: '0x2', strikes: [2600] },
      { ...ROW, digest: '0x3', product: 'RANGER' as const, strikes: [1] },
      { ...ROW, digest: '0x4', asset: 'BTC' },
    ];
    const sorted = filterOrders(indexOrders([late, third, second, ROW, btc]), NO_FILTER, ALL);
    expect(sorted.map(({ digest }) => digest)).toEqual(['0x4', '0x0', '0x2', '0x3', '0x1']);
  });
});

describe('the newest expiry among expired quotes', () => {
  it('separates expired quotes from live quotes', () => {
    fc.assert(
      fc.property(anyRows, fc.integer({ min: NOW - 100, max: NOW + 200 }), (rows, now) => {
        const over = lastEnd(indexOrders(rows), now);
        for (const { quoteEnds } of rows) expect(quoteEnds <= over).toBe(quoteEnds <= now);
      }),
    );
  });
});

it('lists later options of the same kind and side for a closed position, the next expiry first', () => {
  const closed = { asset: 'ETH', product: 'PUT', side: 'buyer' } as PositionRow;
  const rows = [3, 1, 2].map((days) => ({ ...ROW, expiry: NOW + days * 86_400 }));
  const others = [{ asset: 'BTC' }, { product: 'INVERSE_CALL' }, { side: 'sell' }] as const;
  const index = indexOrders([...rows, ...others.map((other) => ({ ...ROW, ...other }))]);
  const shown = filterOrders(index, laterOptions(closed), ALL);
  expect(shown.map(({ expiry }) => (expiry - NOW) / 86_400)).toEqual([1, 2, 3]);
});
