import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holdRows, placeRows } from '../../../components/screens/trade/orders/hold-rows.ts';
import { listItems } from '../../../components/screens/trade/orders/list-items.ts';
import { type ListedOrder, termsKey } from '../../../shared/desk/one-row-per-terms.ts';
import { contracts, price8, tokenAmount } from '../../../shared/units.ts';

const ROW: ListedOrder = {
  digest: '0x0',
  maker: '0xa',
  others: [],
  asset: 'ETH',
  product: 'PUT',
  structure: 'Put',
  side: 'buy',
  physical: false,
  strikes: [2500],
  expiry: 1_800_000_000,
  quoteEnds: 1_800_000_060,
  collateralSymbol: 'USDC',
  collateralDecimals: 6,
  price: price8(1240000000n),
  maxPayout: tokenAmount(2500000000n),
  edge: 1,
  available: contracts(1000000n),
  thumbnail: { gain: '', loss: '', zero: 0 },
  isChecked: true,
};

/** Generates lists with one quote for each of several terms, at any price. */
const anyList = fc.uniqueArray(
  fc.record({
    strikes: fc.tuple(fc.integer({ min: 0, max: 20 })),
    expiry: fc.integer({ min: 0, max: 1 }),
    price: fc.bigInt({ min: 1n, max: 5n }).map(price8),
    isChecked: fc.boolean(),
  }),
  { selector: ({ strikes, expiry }) => `${strikes} ${expiry}`, maxLength: 20 },
);
const rowsOf = (list: readonly Partial<ListedOrder>[]) => list.map((part) => ({ ...ROW, ...part }));

describe('a list whose rows stay in place', () => {
  it('never moves a line of a held list, whatever the next list contains', () => {
    fc.assert(
      fc.property(anyList, anyList, (before, after) => {
        const held = placeRows(rowsOf(before));
        const { rows } = holdRows(held, rowsOf(after));
        const keys = (placed: typeof held) => listItems(placed, true).map(({ key }) => key);
        expect(keys(rows)).toEqual(keys(held));
        for (const [i, { row }] of rows.entries()) {
          expect(row.strikes).toEqual(held[i]?.row.strikes);
          expect(row.expiry).toEqual(held[i]?.row.expiry);
        }
      }),
    );
  });

  it('shows or counts every row of an updated list exactly once', () => {
    fc.assert(
      fc.property(anyList, anyList, (before, after) => {
        const { rows, waiting } = holdRows(placeRows(rowsOf(before)), rowsOf(after));
        const live = rows.filter(({ isGone }) => !isGone).map(({ row }) => termsKey(row));
        expect(new Set(live).size).toBe(live.length);
        expect(live.length + waiting).toBe(after.length);
      }),
    );
  });

  it('replaces a quote with a newer quote of identical terms on the same line', () => {
    const held = placeRows([ROW, { ...ROW, digest: '0x1', strikes: [2600] }]);
    const newer = { ...ROW, digest: '0x9', price: price8(1300000000n) };
    const { rows, waiting } = holdRows(held, [newer]);
    expect(rows).toMatchObject([
      { row: newer, slot: held[0]?.slot, isGone: false },
      { row: { digest: '0x1' }, isGone: true },
    ]);
    expect(waiting).toBe(0);
  });
});

describe('the lines of a list', () => {
  it('adds one heading for each expiry and asset of a grouped list, and none to an ungrouped list', () => {
    const placed = placeRows([ROW, { ...ROW, strikes: [2600] }, { ...ROW, asset: 'BTC' }]);
    expect(listItems(placed, true).map(({ kind }) => kind)).toEqual([
      'group',
      'row',
      'row',
      'group',
      'row',
    ]);
    expect(listItems(placed, false).map(({ kind }) => kind)).toEqual(['row', 'row', 'row']);
  });
});
