import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { offsetsFor } from '../../../shared/desk/offsets.ts';
import type { OrderRow } from '../../../shared/messages/market.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { contracts, tokenAmount } from '../../../shared/units.ts';
import { deskPosition } from './desk-positions.ts';
import { DAY, deskRow, NOW, SPOT } from './desk-rows.ts';

const MARKET = { spot: { price: SPOT, source: 'chain' as const }, now: NOW };
const offsets = (position: PositionRow, ...rows: readonly OrderRow[]) =>
  offsetsFor(position, rows, MARKET);
const dollars = (amount: bigint | undefined) => Number(amount) / 1e8;

const BOUGHT = deskPosition('PUT', [2800], { contractCount: 2, paid: 120 });
const SOLD = deskPosition('PUT', [2800], {
  contractCount: 2,
  paid: 120,
  charged: 2,
  side: 'seller',
});
const bid = (usd: number, rest: Partial<OrderRow> = {}) =>
  deskRow('PUT', [2800], { side: 'sell', usd, maker: `0x${usd}`, ...rest });
const ask = (usd: number, rest: Partial<OrderRow> = {}) =>
  deskRow('PUT', [2800], { side: 'buy', usd, maker: `0x${usd}`, ...rest });

describe('the opposite quotes of a position', () => {
  it('lists bids in descending order for a bought option, and asks in ascending order for a sold option', () => {
    const rows = [bid(50), ask(80), bid(70), ask(90)];
    const prices = (position: PositionRow) =>
      offsets(position, ...rows).map(({ fill }) => dollars(BigInt(fill.row.price)));
    expect(prices(BOUGHT)).toEqual([70, 50]);
    expect(prices(SOLD)).toEqual([80, 90]);
  });

  it('opposite quotes cover the whole position, and their result is the net premium of both trades', () => {
    const [sale] = offsets(BOUGHT, bid(70));
    expect(sale?.fill.contracts).toBe(2_000_000n);
    // Two puts were bought for 120 dollars. They are sold for 140 dollars minus a fee of 0.06 % of
    // 6000.
    expect(dollars(sale?.result)).toBeCloseTo(140 - 3.6 - 120, 6);
    const [purchase] = offsets(SOLD, ask(40));
    expect(dollars(purchase?.result)).toBeCloseTo(120 - 2 - 80, 6);
  });

  it('opposite quotes offset only part of the position when the maker has fewer contracts', () => {
    const [part] = offsets(BOUGHT, bid(70, { available: contracts(500000n) }));
    expect(part).toMatchObject({ remaining: 1_500_000n, fill: { contracts: 500_000n } });
    expect(dollars(part?.result)).toBeCloseTo((140 - 3.6 - 120) / 4, 6);
    expect(part?.exposure).toEqual(['twoSettlements', 'lockedCollateral', 'remainingContracts']);
  });

  it('a position and its opposite cancel each other at every settlement price', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 1, max: 4000 }),
        (paid, usd, price) => {
          const position = deskPosition('INVERSE_CALL', [3000], { paid: paid / SPOT, charged: 0 });
          const quote = deskRow('INVERSE_CALL', [3000], { side: 'sell', usd });
          const [offset] = offsets(position, quote);
          const payoff = Math.max(price - 3000, 0);
          const fee = Math.min(0.0006 * SPOT, usd / 8);
          const both = payoff - paid + usd - fee - payoff;
          expect(dollars(offset?.result)).toBeCloseTo(both, 1);
        },
      ),
    );
  });

  it('names the remaining risks of an offset: two settlements, locked collateral, two tokens or a delivery', () => {
    const full = offsets(BOUGHT, bid(70))[0];
    expect(full?.exposure).toEqual(['twoSettlements', 'lockedCollateral']);
    const token = offsets(BOUGHT, bid(70, { collateralSymbol: 'aBasUSDC' }))[0];
    expect(token?.exposure).toContain('twoTokens');
    const physical = deskPosition('PHYSICAL_PUT', [2800]);
    const [delivery] = offsets(physical, deskRow('PHYSICAL_PUT', [2800], { side: 'sell' }));
    expect(delivery?.exposure).toContain('delivery');
    expect(delivery?.result).toBeUndefined();
  });

  it('doesn’t return a result for a received position whose cost is unknown', () => {
    expect(offsets({ ...BOUGHT, isReceived: true }, bid(70))[0]?.result).toBeUndefined();
    const entered = { ...BOUGHT, isReceived: true, enteredCost: tokenAmount(100000000n) };
    expect(dollars(offsets(entered, bid(70))[0]?.result)).toBeCloseTo(140 - 3.6 - 100, 6);
  });

  it('lists only checked, live quotes with the same terms and some budget, and only for a verified position', () => {
    for (const other of [
      bid(70, { asset: 'BTC' }),
      bid(70, { expiry: NOW + DAY }),
      bid(70, { strikes: [2900] }),
      bid(70, { product: 'PHYSICAL_PUT' }),
      bid(70, { isChecked: false }),
      bid(70, { available: contracts(0n) }),
      bid(70, { quoteEnds: NOW }),
    ])
      expect(offsets(BOUGHT, other)).toEqual([]);
    for (const other of [
      { state: 'settled' },
      { verification: 'notChecked' },
      { verification: 'disagrees' },
      { token: { address: '0x1', decimals: 0 } },
      { contracts: contracts(0n) },
    ] as const)
      expect(offsets({ ...BOUGHT, ...other }, bid(70))).toEqual([]);
  });
});
