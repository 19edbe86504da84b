import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chainOf, type ExpiryChain } from '../../../shared/desk/chain.ts';
import { changesOf, withRowChanges } from '../../../shared/desk/row-changes.ts';
import type { OrderRow } from '../../../shared/messages/market.ts';
import { legsPayoff } from '../../../shared/orders/legs.ts';
import { termsOf } from '../../../shared/orders/terms.ts';
import { contracts, toPrice8 } from '../../../shared/units.ts';
import { type Chains, chainsOf } from './chains.ts';
import { DAY, deskRow, NOW, SPOT } from './desk-rows.ts';

const MARKET = { spot: { ETH: { price: SPOT, source: 'chain' as const } }, over: NOW };
const arranged = (rows: readonly OrderRow[], former?: Chains) => chainsOf(rows, MARKET, former);
const chain = (rows: readonly OrderRow[]) => arranged(rows).chains;

const PRODUCTS = [
  ['PUT', 1],
  ['INVERSE_CALL', 1],
  ['LINEAR_CALL', 1],
  ['PHYSICAL_PUT', 1],
  ['CALL_SPREAD', 2],
  ['IRON_CONDOR', 4],
] as const;

/** Generates quotes with few different terms, makers and prices, so that many of them compete. */
const anyQuote = fc
  .record({
    product: fc.constantFrom(...PRODUCTS),
    strike: fc.integer({ min: 27, max: 33 }),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    maker: fc.constantFrom('0xa', '0xb', '0xc'),
    asset: fc.constantFrom('ETH', 'BTC'),
    days: fc.integer({ min: 1, max: 3 }),
    life: fc.integer({ min: -5, max: 60 }),
    usd: fc.integer({ min: 1, max: 9 }),
    collateralSymbol: fc.constantFrom('USDC', 'aBasUSDC'),
    isChecked: fc.boolean(),
    available: fc.constantFrom(0n, 1000000n).map(contracts),
  })
  .map(({ product: [name, count], strike, days, life, ...rest }) => {
    const strikes = Array.from({ length: count }, (_, i) => (strike + i) * 100);
    return deskRow(name, strikes, { ...rest, expiry: NOW + days * DAY, quoteEnds: NOW + life });
  });
const anyFeed = fc
  .array(anyQuote, { maxLength: 60 })
  .map((rows) => rows.map((row, i) => ({ ...row, digest: `0x${i}` })));

/** Returns a quote's rank: checked quotes rank higher, and then quotes that have budget. */
const rank = ({ isChecked, available }: OrderRow) =>
  (isChecked ? 2 : 0) + (available === 0n ? 0 : 1);

const books = (whole: readonly ExpiryChain[]) =>
  whole.flatMap(({ strikes, structures }) => [
    ...strikes.flatMap(({ calls, puts }) => [calls, puts]),
    ...structures,
  ]);

/** Returns the rows that a page has after two readings of a feed. */
const read = (former: readonly OrderRow[], next: readonly OrderRow[]) =>
  withRowChanges(former, changesOf(former, next));

/** Expects the same objects, not only equal ones. */
function expectSame(chains: readonly ExpiryChain[], former: readonly ExpiryChain[]): void {
  expect(chains).toHaveLength(former.length);
  for (const [i, one] of chains.entries()) expect(one).toBe(former[i]);
}

describe('the option chain', () => {
  it('a chain has one row per strike, separates calls from puts, and lists the taker’s best price first', () => {
    const rows = [
      deskRow('INVERSE_CALL', [3000], { usd: 120, maker: '0xa' }),
      deskRow('INVERSE_CALL', [3000], { usd: 110, maker: '0xb' }),
      deskRow('INVERSE_CALL', [3000], { usd: 90, maker: '0xa', side: 'sell' }),
      deskRow('INVERSE_CALL', [3000], { usd: 95, maker: '0xb', side: 'sell' }),
      deskRow('PUT', [2800], { usd: 50 }),
    ];
    const [only] = chain(rows);
    expect(only?.strikes.map(({ strike, isAtTheMoney }) => [strike, isAtTheMoney])).toEqual([
      [2800, false],
      [3000, true],
    ]);
    expect(only?.strikes[1]?.calls.asks.map(({ priceUsd }) => priceUsd)).toEqual([
      11000000000n,
      12000000000n,
    ]);
    expect(only?.strikes[1]?.calls.bids.map(({ maker }) => maker)).toEqual(['0xb', '0xa']);
    expect(only?.strikes[0]?.puts.asks).toHaveLength(1);
    expect(only?.strikes[0]?.calls).toEqual({ bids: [], asks: [] });
  });

  it('marks the strike at the money among all strikes, not only among those that a search leaves', () => {
    const rows = [2800, 3000, 3100].map((strike) => deskRow('PUT', [strike]));
    const [expiry] = arranged(rows.filter(({ strikes: [strike] }) => strike !== 3000)).expiries;
    const marked = (all?: readonly OrderRow[]) =>
      chainOf(expiry ?? expect.unreachable(), SPOT, undefined, all)
        .strikes.filter(({ isAtTheMoney }) => isAtTheMoney)
        .map(({ strike }) => strike);
    expect(marked(rows)).toEqual([]);
    expect(marked()).toEqual([3100]);
  });

  it('lists deliveries and structures in the second table, and capped calls among the calls', () => {
    const rows = [
      deskRow('LINEAR_CALL', [3000]),
      deskRow('PHYSICAL_CALL', [3000]),
      deskRow('CALL_LOAN', [3000]),
      deskRow('CALL_SPREAD', [3000, 3200]),
      deskRow('CALL_SPREAD', [2900, 3200]),
      deskRow('CALL_SPREAD', [2900, 3200], { side: 'sell', usd: 80 }),
    ];
    const [only] = chain(rows);
    expect(only?.strikes.map(({ calls }) => calls.asks)).toEqual([[rows[0]]]);
    expect(only?.structures.map(({ products, strikes }) => [...products, ...strikes])).toEqual([
      ['CALL_LOAN', 3000],
      ['CALL_SPREAD', 2900, 3200],
      ['CALL_SPREAD', 3000, 3200],
      ['PHYSICAL_CALL', 3000],
    ]);
    expect(only?.structures[1]).toMatchObject({ bids: [{}], asks: [{}] });
  });

  it('returns one row for all structures with the same payoff at every price', () => {
    const at = [2800, 2900, 3000, 3100];
    const rows = [
      deskRow('PUT_CONDOR', at, { usd: 42 }),
      deskRow('CALL_CONDOR', at, { usd: 44 }),
      deskRow('RANGER', at, { usd: 40 }),
      deskRow('IRON_CONDOR', at, { usd: 58 }),
      deskRow('CALL_SPREAD', [2800, 3000], { usd: 90 }),
      deskRow('INVERSE_CALL_SPREAD', [2800, 3000], { usd: 88 }),
      deskRow('PUT_SPREAD', [2800, 3000], { usd: 80 }),
    ];
    const shown = chain(rows)[0]?.structures.map(({ products, asks }) => [
      products.join(' '),
      asks.map(({ product }) => product),
    ]);
    expect(shown).toEqual([
      ['CALL_CONDOR PUT_CONDOR', ['PUT_CONDOR', 'CALL_CONDOR']],
      ['CALL_SPREAD INVERSE_CALL_SPREAD', ['INVERSE_CALL_SPREAD', 'CALL_SPREAD']],
      ['IRON_CONDOR', ['IRON_CONDOR']],
      ['PUT_SPREAD', ['PUT_SPREAD']],
      // The list has no other rangers, because the payoff of the deployed ranger isn't confirmed.
      ['RANGER', ['RANGER']],
    ]);
  });

  it('joins only products whose exact payoffs are equal at every price', () => {
    const names = (['CALL_SPREAD', 'INVERSE_CALL_SPREAD', 'PUT_SPREAD'] as const).map(
      (name) => [name, [2800, 3000]] as const,
    );
    const condors = (['CALL_CONDOR', 'PUT_CONDOR', 'IRON_CONDOR'] as const).map(
      (name) => [name, [2800, 2900, 3000, 3100]] as const,
    );
    const flies = (['CALL_FLY', 'PUT_FLY'] as const).map(
      (name) => [name, [2800, 2900, 3000]] as const,
    );
    const all = [...names, ...condors, ...flies];
    const [only] = chain(all.map(([name, strikes]) => deskRow(name, strikes)));
    for (const [one, at] of all)
      for (const [other, otherAt] of all) {
        const [a, b] = [one, other].map((name, i) =>
          termsOf(name, (i === 0 ? at : otherAt).map(toPrice8)),
        );
        if (a === undefined || b === undefined) expect.unreachable();
        const isSame = [0, 1000, 2700, 2850, 2900, 2950, 3050, 3200, 9000].every(
          (price) => legsPayoff(a.legs, toPrice8(price)) === legsPayoff(b.legs, toPrice8(price)),
        );
        const areJoined = only?.structures.some(
          ({ products }) => products.includes(one) && products.includes(other),
        );
        expect([one, other, areJoined]).toEqual([one, other, isSame]);
      }
  });

  it('ranks quotes in different dollar tokens by their price in dollars', () => {
    const put = (usd: number, collateralSymbol: string) =>
      deskRow('PUT', [3000], { usd, collateralSymbol, maker: `0x${usd}` });
    const rows = [put(60, 'USDC'), put(50, 'USDC'), put(55, 'aBasUSDC')];
    const asks = chain(rows)[0]?.strikes[0]?.puts.asks ?? [];
    expect(asks.map(({ maker }) => maker)).toEqual(['0x50', '0x55', '0x60']);
  });

  it('never ranks a quote with an unchecked signature or without budget before checked, fillable quotes', () => {
    const put = (usd: number, rest: Partial<OrderRow>) =>
      deskRow('PUT', [3000], { usd, maker: `0x${usd}`, ...rest });
    const rows = [
      put(10, { collateralSymbol: 'aBasUSDC', isChecked: false }),
      put(20, { collateralSymbol: 'aBasUSDC', isChecked: false }),
      put(60, {}),
      deskRow('PUT', [2900], { usd: 30, available: contracts(0n), collateralSymbol: 'aBasUSDC' }),
      deskRow('PUT', [2900], { usd: 50 }),
    ];
    const asks = chain(rows)[0]?.strikes.map(({ puts }) => puts.asks.map(({ digest }) => digest));
    expect(asks).toEqual([[4, 3].map(digestOf), [2, 0, 1].map(digestOf)]);
    function digestOf(i: number) {
      return rows[i]?.digest;
    }
  });

  it('contains a live quote at most once and under its own terms, and contains no quote that has ended', () => {
    fc.assert(
      fc.property(anyFeed, (rows) => {
        const whole = chain(rows);
        const listed = books(whole).flatMap(({ bids, asks }) => [...bids, ...asks]);
        expect(new Set(listed).size).toBe(listed.length);
        for (const row of listed) expect(row.quoteEnds).toBeGreaterThan(NOW);
        for (const { asset, expiry, strikes, structures } of whole) {
          for (const { strike, calls, puts } of strikes) {
            const found = [...calls.bids, ...calls.asks, ...puts.bids, ...puts.asks];
            for (const row of found)
              expect([row.asset, row.expiry, row.strikes]).toEqual([asset, expiry, [strike]]);
          }
          for (const { products, strikes: at, bids, asks } of structures)
            for (const row of [...bids, ...asks])
              expect([row.asset, [row.product], row.strikes]).toEqual([asset, products, at]);
        }
      }),
    );
  });

  it('the first quote of each list has the best price of the highest rank (checked, then fillable)', () => {
    fc.assert(
      fc.property(anyFeed, (rows) => {
        for (const { bids, asks } of books(chain(rows))) {
          for (const [side, isBetter] of [
            [asks, (a: number, b: number) => a <= b],
            [bids, (a: number, b: number) => a >= b],
          ] as const) {
            const [best] = side;
            if (best === undefined) continue;
            for (const row of side) expect(rank(row)).toBeLessThanOrEqual(rank(best));
            for (const row of side.filter((other) => rank(other) === rank(best)))
              expect(isBetter(Number(best.priceUsd), Number(row.priceUsd))).toBe(true);
          }
        }
      }),
    );
  });

  it('keeps the objects of unchanged parts, and keeps the whole chain’s object when a feed repeats its rows', () => {
    fc.assert(
      fc.property(anyFeed, fc.nat(), (rows, pick) => {
        const former = arranged(rows);
        const before = former.chains;
        const again = read(rows, structuredClone(rows));
        expect(again).toBe(rows);
        expect(arranged(again, former).expiries).toBe(former.expiries);
        expectSame(arranged(again, former).chains, before);
        const at = rows.length === 0 ? 0 : pick % rows.length;
        const changed = structuredClone(rows).map((row, i) =>
          i === at ? { ...row, delta: 0.123 } : row,
        );
        const next = arranged(read(rows, changed), former).chains;
        expect(next).toEqual(chain(changed));
        const kept = new Set(books(before));
        expect(books(next).filter((book) => !kept.has(book)).length).toBeLessThanOrEqual(1);
        expect(next.filter((part) => !before.includes(part)).length).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('moves only the at-the-money mark when the spot price moves', () => {
    const rows = [2800, 2900, 3000, 3100].map((strike) => deskRow('PUT', [strike]));
    const before = arranged(rows);
    const moved = { ...MARKET, spot: { ETH: { price: 3090, source: 'chain' as const } } };
    const [after] = chainsOf(rows, moved, before).chains;
    const changed = after?.strikes.filter((row) => !before.chains[0]?.strikes.includes(row));
    expect(changed?.map(({ strike, isAtTheMoney }) => [strike, isAtTheMoney])).toEqual([
      [3000, false],
      [3100, true],
    ]);
  });
});
