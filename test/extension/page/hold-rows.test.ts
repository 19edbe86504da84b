import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holdRows, placeRows } from '../../../components/screens/orders/hold-rows.ts';
import { listItems } from '../../../components/screens/orders/list-items.ts';
import type { OrderRow } from '../../../shared/messages/market.ts';

const ROW: OrderRow = {
  digest: '0x0',
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
  price: '1240000000',
  maxPayout: '2500000000',
  edge: 1,
  available: '1000000',
  thumbnail: { gain: '', loss: '', zero: 0 },
  isChecked: true,
};

/** A digest stands for its terms. */
const anyList = fc.uniqueArray(
  fc.tuple(fc.integer({ min: 0, max: 40 }), fc.boolean()).map(([digest, isChecked]) => ({
    digest: String(digest),
    strikes: [digest % 3],
    expiry: digest % 2,
    isChecked,
  })),
  { selector: ({ digest }) => digest, maxLength: 20 },
);
const rowsOf = (list: readonly Partial<OrderRow>[]) => list.map((part) => ({ ...ROW, ...part }));

describe('a list that is held', () => {
  it('never moves a line, whatever the next list contains', () => {
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

  it('shows or counts every row of the next list exactly once', () => {
    fc.assert(
      fc.property(anyList, anyList, (before, after) => {
        const { rows, waiting } = holdRows(placeRows(rowsOf(before)), rowsOf(after));
        const live = rows.filter(({ isGone }) => !isGone).map(({ row }) => row.digest);
        expect(new Set(live).size).toBe(live.length);
        expect(live.length + waiting).toBe(after.length);
      }),
    );
  });

  it('puts a newer quote of the same terms in the place of the old one', () => {
    const held = placeRows([ROW, { ...ROW, digest: '0x1', strikes: [2600] }]);
    const newer = { ...ROW, digest: '0x9', price: '13.00' };
    const { rows, waiting } = holdRows(held, [newer]);
    expect(rows).toMatchObject([
      { row: newer, slot: '0x0', isGone: false },
      { row: { digest: '0x1' }, isGone: true },
    ]);
    expect(waiting).toBe(0);
  });
});

describe('the lines of a list', () => {
  it('adds one heading per expiry and asset, and none to an ungrouped list', () => {
    const placed = placeRows([
      { ...ROW, digest: 'a' },
      { ...ROW, digest: 'b' },
      { ...ROW, digest: 'c', asset: 'BTC' },
    ]);
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
