import { describe, expect, it } from 'vitest';
import { readForm } from '../../../components/screens/trade/quotations/asked.ts';
import type { OrderRow, OrdersView } from '../../../shared/messages/market.ts';
import { contracts, epochMs, unixSeconds } from '../../../shared/units.ts';
import { DAY, deskRow, NOW, SPOT } from '../../shared/desk/desk-rows.ts';

const makerOf = (number: number) => `0x${String(number).padStart(40, '0')}`;
const asks = [1, 2, 3].map((number) =>
  deskRow('PUT', [3_000], { maker: makerOf(number), usd: 200 + number }),
);
/** A bid for one millionth of a contract at an implied volatility of about 3 %. */
const lure = deskRow('PUT', [3_000], {
  maker: makerOf(9),
  side: 'sell',
  usd: 10,
  available: contracts(1n),
});

function asked(rows: readonly OrderRow[]) {
  const view: OrdersView = {
    rows,
    refused: [],
    unfillable: [],
    newer: 0,
    spot: { ETH: { price: SPOT, source: 'chain' } },
    feeds: [],
    at: epochMs(NOW * 1_000),
  };
  const form = {
    asset: 'ETH',
    product: 'PUT',
    isBuyer: false,
    strikes: ['3000'],
    expiry: String(NOW + 30 * DAY),
    size: '1',
    limit: undefined,
  } as const;
  return readForm(form, { view, now: unixSeconds(NOW), areHidden: false });
}

describe('the suggested limit of a new request', () => {
  it('the suggested limit is three makers’ asking price minus an assumed spread and the fee', () => {
    const { limitText, hasFewMakers } = asked(asks);
    expect(hasFewMakers).toBe(false);
    // The limit is the asking price of 202 minus an assumed spread of a tenth and a fee of 0.06 %
    // of 3,000 dollars.
    expect(Number(limitText)).toBeGreaterThan(180);
    expect(Number(limitText)).toBeLessThan(182);
  });

  it('ignores a bid for a millionth of a contract at a very low volatility', () => {
    expect(asked([...asks, lure]).limitText).toBe(asked(asks).limitText);
  });

  it('suggests no limit when the quotes come from fewer than three makers, however many quotes there are', () => {
    const many = [2_900, 2_950, 3_000, 3_050].map((strike) =>
      deskRow('PUT', [strike], { maker: makerOf(1) }),
    );
    for (const rows of [many, [lure], [...many, lure]]) {
      const { limitText, hasFewMakers } = asked(rows);
      expect([limitText, hasFewMakers]).toEqual(['', true]);
    }
  });

  it('ignores quotes whose signature is unchecked', () => {
    const unchecked = asks.map((row) => ({ ...row, isChecked: false }));
    const { limitText, value } = asked(unchecked);
    expect([limitText, value]).toEqual(['', undefined]);
  });
});
