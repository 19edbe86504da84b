import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oneRowPerTerms, stillQuoted, termsKey } from '../../../shared/desk/one-row-per-terms.ts';
import type { OrderRow } from '../../../shared/messages/market.ts';
import { contracts, price8, tokenAmount } from '../../../shared/units.ts';

const ROW: OrderRow = {
  digest: '0x0',
  maker: '0xa',
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
  available: contracts(1000000n),
  thumbnail: { gain: '', loss: '', zero: 0 },
  isChecked: true,
};

const only = (...rows: readonly Partial<OrderRow>[]) =>
  oneRowPerTerms(rows.map((row, i) => ({ ...ROW, digest: `0x${i}`, ...row })));

describe('quotes with the same terms', () => {
  it('keeps a maker’s newest quote, even if an older quote of that maker costs less', () => {
    expect(only({ price: price8(1n) }, { quoteEnds: ROW.quoteEnds + 30 })).toEqual([
      { ...ROW, digest: '0x1', quoteEnds: ROW.quoteEnds + 30, others: [] },
    ]);
  });

  it('joins several makers’ quotes in one row that shows the taker’s best price and the other makers’ prices', () => {
    const cheap = { maker: '0xb', price: price8(1200000000n) };
    const dear = { maker: '0xc', price: price8(1300000000n) };
    expect(only({}, cheap, dear)).toMatchObject([
      { ...cheap, others: [ROW, dear].map(({ price }) => ({ price })) },
    ]);
    const sold = [{ side: 'sell' }, { ...cheap, side: 'sell' }, { ...dear, side: 'sell' }] as const;
    expect(only(...sold)).toMatchObject([{ ...dear, others: [{}, {}] }]);
  });

  it('never hides a checked quote behind an unchecked one', () => {
    const forged = { maker: '0xb', price: price8(1n), isChecked: false };
    expect(only({}, forged)).toMatchObject([{ digest: '0x0', others: [] }]);
    expect(only({ isChecked: false }, forged)).toMatchObject([{ digest: '0x1', others: [{}] }]);
  });

  it('prefers a quote with some budget left to a quote whose budget is used up', () => {
    const empty = { maker: '0xb', price: price8(1n), available: contracts(0n) };
    expect(only({}, empty)).toMatchObject([{ digest: '0x0', others: [{}] }]);
    const renewed = { available: contracts(0n), quoteEnds: ROW.quoteEnds + 30 };
    expect(only({}, renewed)).toMatchObject([{ digest: '0x0', others: [] }]);
  });

  it('returns the next best quote when the best quote ends', () => {
    const best = { maker: '0xb', price: price8(1n), quoteEnds: ROW.quoteEnds - 30 };
    const [row] = only({}, best);
    if (row === undefined) throw new Error('there is a row');
    expect(stillQuoted(row, best.quoteEnds - 1)).toBe(row);
    expect(stillQuoted(row, best.quoteEnds)).toMatchObject({ digest: '0x0', others: [] });
    expect(stillQuoted(row, ROW.quoteEnds)).toBeUndefined();
  });
});

it('keeps exactly one row for each set of quoted terms, in whatever order the quotes arrive', () => {
  const anyRow = fc
    .record({
      maker: fc.constantFrom('0xa', '0xb', '0xc'),
      strikes: fc.tuple(fc.integer({ min: 1, max: 3 })),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      price: fc.bigInt({ min: 1n, max: 3n }).map(price8),
      quoteEnds: fc.integer({ min: 1, max: 3 }),
      available: fc.bigInt({ min: 0n, max: 2n }).map(contracts),
      isChecked: fc.boolean(),
    })
    .map((row) => ({ ...ROW, ...row }));
  fc.assert(
    fc.property(fc.array(anyRow), (rows) => {
      const shown = oneRowPerTerms(rows);
      expect(shown.map(termsKey).sort()).toEqual([...new Set(rows.map(termsKey))].sort());
      const figures = (list: readonly OrderRow[]) =>
        oneRowPerTerms(list)
          .map((row) => `${termsKey(row)} ${row.price} ${row.available} ${row.others.length}`)
          .sort();
      expect(figures([...rows].reverse())).toEqual(figures(rows));
    }),
  );
});
