import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { offsetCurves } from '../../../shared/desk/offset-curves.ts';
import { offsetsFor } from '../../../shared/desk/offsets.ts';
import type { OrderRow } from '../../../shared/messages/market.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { contracts } from '../../../shared/units.ts';
import { deskPosition } from './desk-positions.ts';
import { deskRow, NOW, SPOT } from './desk-rows.ts';

const MARKET = { spot: { price: SPOT, source: 'chain' as const }, now: NOW };

function curvesOf(position: PositionRow, quote: OrderRow) {
  const [offset] = offsetsFor(position, [quote], MARKET);
  return offset && { offset, curves: offsetCurves(position, offset) };
}

describe('the chart of a position and its opposite', () => {
  it('the combined curve equals the offset’s result at every price', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 1, max: 300 }),
        fc.constantFrom('buyer' as const, 'seller' as const),
        (paid, usd, side) => {
          const position = deskPosition('PUT', [2800], { contractCount: 2, paid, side });
          const quote = deskRow('PUT', [2800], { side: side === 'buyer' ? 'sell' : 'buy', usd });
          const found = curvesOf(position, quote);
          const result = Number(found?.offset.result) / 1e8;
          expect(found?.curves?.both.length).toBeGreaterThan(10);
          for (const both of found?.curves?.both ?? []) expect(both).toBeCloseTo(result, 4);
        },
      ),
    );
  });

  it('keeps the payoff of the contracts that aren’t offset', () => {
    const position = deskPosition('PUT', [2800], { contractCount: 2, paid: 120 });
    const quote = deskRow('PUT', [2800], { side: 'sell', usd: 70, available: contracts(500000n) });
    const {
      prices = [],
      own = [],
      opposite = [],
      both = [],
    } = curvesOf(position, quote)?.curves ?? {};
    expect(prices).toContain(2800);
    prices.forEach((price, i) => {
      const payoff = Math.max(2800 - price, 0);
      expect(own[i]).toBeCloseTo(2 * payoff - 120, 6);
      const fee = 0.0006 * SPOT * 0.5;
      expect(opposite[i]).toBeCloseTo(35 - fee - 0.5 * payoff, 4);
      expect(both[i]).toBeCloseTo((own[i] ?? 0) + (opposite[i] ?? 0), 9);
    });
  });

  it('doesn’t return a chart for a position whose cost is unknown or for an option with delivery', () => {
    const bid = deskRow('PUT', [2800], { side: 'sell' });
    const received = { ...deskPosition('PUT', [2800]), isReceived: true };
    expect(curvesOf(received, bid)).toMatchObject({ curves: undefined });
    const physical = deskRow('PHYSICAL_PUT', [2800], { side: 'sell' });
    expect(curvesOf(deskPosition('PHYSICAL_PUT', [2800]), physical)).toMatchObject({
      curves: undefined,
    });
  });
});
