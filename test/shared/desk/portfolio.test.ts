import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { candidate, holdingsIn } from '../../../shared/desk/holding.ts';
import { oneContract } from '../../../shared/desk/offer.ts';
import { bookTotal, portfolioOf } from '../../../shared/desk/portfolio.ts';
import {
  curvePrices,
  profitsAt,
  type Scene,
  valueIn,
} from '../../../shared/desk/portfolio-curve.ts';
import type { PositionRow } from '../../../shared/positions/position-view.ts';
import { tokenAmount } from '../../../shared/units.ts';
import { deskPosition } from './desk-positions.ts';
import { DAY, deskRow, NOW, SPOT } from './desk-rows.ts';
import { meanPayoff } from './mean-payoff.ts';

const TODAY: Scene = { at: NOW, volatilityShift: 0 };
const AT_EXPIRY: Scene = { at: Number.POSITIVE_INFINITY, volatilityShift: 0 };

const call = (strike: number) => (price: number) => Math.max(price - strike, 0);
const put = (strike: number) => (price: number) => Math.max(strike - price, 0);

/** Ten positions of several structures and sides, with their payoffs to the buyer as functions. */
const BOOK: readonly (readonly [PositionRow, (price: number) => number, paidUsd: number])[] = [
  [deskPosition('PUT', [2800], { contractCount: 2, paid: 120 }), put(2800), 120],
  [
    deskPosition('PUT', [2600], {
      side: 'seller',
      paid: 40,
      charged: 1.5,
      collateral: tokenAmount(2600000000n),
    }),
    put(2600),
    -38.5,
  ],
  [deskPosition('INVERSE_CALL', [3200], { paid: 0.03, contractCount: 1.5 }), call(3200), 90],
  [
    deskPosition('INVERSE_CALL', [3400], {
      side: 'seller',
      paid: 0.02,
      charged: 0.001,
      collateral: tokenAmount(1000000000000000000n),
    }),
    call(3400),
    -57,
  ],
  [
    deskPosition('CALL_SPREAD', [3000, 3200], { paid: 80, contractCount: 3 }),
    (price) => call(3000)(price) - call(3200)(price),
    80,
  ],
  [
    deskPosition('PUT_SPREAD', [2700, 2900], {
      side: 'seller',
      paid: 60,
      days: 60,
      collateral: tokenAmount(200000000n),
    }),
    (price) => put(2900)(price) - put(2700)(price),
    -59,
  ],
  [
    deskPosition('CALL_FLY', [2800, 3000, 3200], { paid: 50, days: 60 }),
    (price) => Math.max(0, 200 - Math.abs(price - 3000)),
    50,
  ],
  [
    deskPosition('IRON_CONDOR', [2600, 2800, 3200, 3400], { paid: 90, days: 10 }),
    (price) => Math.min(200, Math.max(2800 - price, price - 3200, 0)),
    90,
  ],
  [
    deskPosition('RANGER', [2600, 2800, 3200, 3400], {
      side: 'seller',
      paid: 110,
      days: 10,
      collateral: tokenAmount(400000000n),
    }),
    (price) => Math.max(0, Math.min(200, price - 2600, 3400 - price)),
    -109,
  ],
  [
    deskPosition('LINEAR_CALL', [2500], { paid: 520, days: 60, volatility: 0.8 }),
    (price) => Math.min(call(2500)(price), 2500),
    520,
  ],
];
const ROWS = BOOK.map(([row]) => row);
const holdings = holdingsIn('ETH', ROWS, SPOT);

const countOf = ({ contracts, token, side }: PositionRow) =>
  ((side === 'buyer' ? 1 : -1) * Number(contracts)) / 10 ** token.decimals;

/** Returns the value of the book to its holder, by integration. */
function worthOf(spot: number, at: number, shift = 0): number {
  return BOOK.reduce((sum, [row, payoff]) => {
    const years = Math.max(row.expiry - at, 0) / DAY / 365;
    const volatility = (row.volatility ?? 0) + shift;
    const one = years === 0 ? payoff(spot) : meanPayoff(payoff, { spot, years, volatility });
    return sum + countOf(row) * one;
  }, 0);
}
const cost = BOOK.reduce((sum, [, , paid]) => sum + paid, 0);

describe('the portfolio of an asset', () => {
  it('values ten positions by their mean payoffs, and computes the profit as the value less the costs', () => {
    const { value, profit, unvalued, uncosted } = portfolioOf(holdings, SPOT, TODAY);
    expect(holdings).toHaveLength(10);
    expect(value).toBeCloseTo(worthOf(SPOT, NOW), 1);
    expect(profit).toBeCloseTo(worthOf(SPOT, NOW) - cost, 1);
    expect([unvalued, uncosted]).toEqual([0, 0]);
  });

  it('the greeks in dollars agree with finite differences of the portfolio’s value', () => {
    const { greeks } = portfolioOf(holdings, SPOT, TODAY);
    const slope = (spot: number) => (worthOf(spot + 15, NOW) - worthOf(spot - 15, NOW)) / 30;
    expect(greeks.delta / SPOT).toBeCloseTo(slope(SPOT), 2);
    const dollars = (share: number) => slope(SPOT) * SPOT * share;
    expect(dollars(0.01)).toBeCloseTo(greeks.delta / 100, 0);
    const gamma = (slope(SPOT + 15) - slope(SPOT - 15)) / 30;
    expect(greeks.gamma).toBeCloseTo((gamma * SPOT ** 2) / 100, -1);
    const day = (worthOf(SPOT, NOW + DAY / 4) - worthOf(SPOT, NOW - DAY / 4)) * 2;
    expect(greeks.theta).toBeCloseTo(day, 1);
    expect(greeks.vega).toBeCloseTo(worthOf(SPOT, NOW, 0.005) - worthOf(SPOT, NOW, -0.005), 1);
  });

  it('values positions by their mean payoffs when the spot price, the volatility and the date change', () => {
    for (const [spot, days, shift] of [
      [2700, 0, 0],
      [SPOT, 20, 0.1],
      [3500, 45, -0.15],
    ] as const) {
      const scene = { at: NOW + days * DAY, volatilityShift: shift };
      expect(portfolioOf(holdings, spot, scene).value).toBeCloseTo(
        worthOf(spot, scene.at, shift),
        1,
      );
    }
  });

  it('computes a curve across all expiries, a curve for one expiry and a curve for today', () => {
    const prices = curvePrices(holdings, SPOT, AT_EXPIRY);
    for (const { strike } of holdings.flatMap(({ legs }) => legs)) expect(prices).toContain(strike);
    expect(prices.toSorted((a, b) => a - b)).toEqual(prices);
    expect(curvePrices(holdings, SPOT, TODAY)).toHaveLength(81);
    const across = profitsAt(holdings, prices, AT_EXPIRY);
    const middle = profitsAt(holdings, prices, { at: NOW + 30 * DAY, volatilityShift: 0 });
    const today = profitsAt(holdings, prices, TODAY);
    prices.forEach((price, i) => {
      const paid = BOOK.reduce((sum, [row, payoff]) => sum + countOf(row) * payoff(price), 0);
      expect(across[i]).toBeCloseTo(paid - cost, 6);
      if (i % 20 !== 0) return;
      expect(middle[i]).toBeCloseTo(worthOf(price, NOW + 30 * DAY) - cost, 1);
      expect(today[i]).toBeCloseTo(worthOf(price, NOW) - cost, 1);
    });
  });

  it('a portfolio’s greatest loss is the sum of each expiry’s greatest loss, and is unlimited for sold calls', () => {
    // The payoff of the deployed ranger isn't confirmed, so a seller may lose the whole collateral.
    const worstPayoff = ({ product }: PositionRow, payoff: number) =>
      product === 'RANGER' ? 400 : payoff;
    const { maxLoss } = portfolioOf(holdings, SPOT, TODAY);
    const worst = [10, 30, 60].map((days) => {
      const part = BOOK.filter(([row]) => row.expiry === NOW + days * DAY);
      const losses = Array.from({ length: 901 }, (_, i) => {
        const price = i * 10;
        return part.reduce(
          (sum, [row, payoff, paid]) => sum + countOf(row) * worstPayoff(row, payoff(price)) - paid,
          0,
        );
      });
      return Math.min(...losses);
    });
    expect(maxLoss).toBeCloseTo(-worst.reduce((sum, loss) => sum + loss), 3);
    const alone = holdings.filter(({ count }) => count < 0);
    expect(portfolioOf(alone, SPOT, TODAY).maxLoss).toBeUndefined();
  });

  it('sums up the figures of several assets, and computes the greeks for the same move of all prices', () => {
    const [eth, btc] = [holdings.slice(0, 5), holdings.slice(5)];
    const [at, other] = [SPOT, 2_950];
    const total = bookTotal([portfolioOf(eth, at, TODAY), portfolioOf(btc, other, TODAY)]);
    const worth = (share: number, shift = 0, days = 0) => {
      const scene = { at: NOW + days * DAY, volatilityShift: shift };
      const sum = (part: typeof holdings, spot: number) =>
        part.reduce((all, one) => all + (valueIn(one, spot * (1 + share), scene) ?? 0), 0);
      return sum(eth, at) + sum(btc, other);
    };
    expect(total.value).toBeCloseTo(worth(0), 6);
    const slope = (share: number) => (worth(share + 0.001) - worth(share - 0.001)) / 0.002;
    expect(total.greeks.delta / slope(0)).toBeCloseTo(1, 2);
    expect(total.greeks.vega).toBeCloseTo(worth(0, 0.005) - worth(0, -0.005), 1);
    expect(total.greeks.theta).toBeCloseTo((worth(0, 0, 0.1) - worth(0, 0, -0.1)) * 5, 1);
    const second = (worth(0.002) - 2 * worth(0) + worth(-0.002)) / 0.002 ** 2;
    expect(total.greeks.gamma / (second / 100)).toBeCloseTo(1, 1);
  });

  it('doesn’t return a total loss when one asset’s loss is unlimited, and leaves unknown profits out of the total', () => {
    const part = portfolioOf(holdings.slice(0, 1), SPOT, TODAY);
    const loss = part.maxLoss ?? expect.unreachable();
    expect(bookTotal([part, { ...part, maxLoss: 5 }]).maxLoss).toBeCloseTo(loss + 5);
    expect(bookTotal([part, { ...part, maxLoss: undefined }]).maxLoss).toBeUndefined();
    const unknown = { ...part, profit: undefined, uncosted: 1 };
    expect(bookTotal([part, unknown])).toMatchObject({ profit: part.profit, uncosted: 1 });
    expect(bookTotal([unknown]).profit).toBeUndefined();
  });

  it('sums up locked collateral exactly, by token', () => {
    const { locked } = portfolioOf(holdings, SPOT, TODAY);
    expect(locked.map(({ token, amount }) => [token.symbol, amount])).toEqual([
      ['USDC', 3_200_000_000n],
      ['WETH', 10n ** 18n],
    ]);
  });

  it('computes the share of each maker and each expiry in the money at stake', () => {
    const { byMaker, byExpiry, value } = portfolioOf(holdings.slice(0, 2), SPOT, TODAY);
    const bought = portfolioOf(holdings.slice(0, 1), SPOT, TODAY).value;
    expect(value).toBeLessThan(bought);
    expect(byMaker).toEqual([
      { of: '0xb0b', usd: 2600, share: 2600 / (2600 + bought) },
      { of: '0xa1ice', usd: bought, share: bought / (2600 + bought) },
    ]);
    expect(byExpiry).toEqual([{ of: NOW + 30 * DAY, usd: 2600 + bought, share: 1 }]);
    expect(portfolioOf([], SPOT, TODAY)).toMatchObject({ value: 0, maxLoss: 0, byMaker: [] });
  });

  it('a tried quote changes the portfolio’s value and profit by the quote’s own value and profit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2000, max: 4000 }),
        fc.constantFrom('buy' as const, 'sell' as const),
        (strike, side) => {
          const row = deskRow('PUT', [strike], { side, usd: 100 });
          const fill = oneContract(row, { price: SPOT, source: 'chain' });
          const one = candidate(fill ?? expect.unreachable(), 0.6);
          const paid = side === 'buy' ? 100 : -98.2;
          expect(one.cost).toBeCloseTo(paid, 6);
          expect(one.locked).toBe(side === 'buy' ? 0n : BigInt(strike) * 1_000_000n);
          const [before, after] = [holdings, [...holdings, one]].map((all) =>
            portfolioOf(all, SPOT, TODAY),
          );
          const market = { spot: SPOT, years: 30 / 365, volatility: 0.6 };
          const worth = (side === 'buy' ? 1 : -1) * meanPayoff(put(strike), market);
          expect((after?.value ?? 0) - (before?.value ?? 0)).toBeCloseTo(worth, 1);
          expect((after?.profit ?? 0) - (before?.profit ?? 0)).toBeCloseTo(worth - paid, 1);
        },
      ),
      { numRuns: 20 },
    );
  });

  it('values bought positions at the bids less the fee, and sold positions at the asks', () => {
    const worth = (row: PositionRow) =>
      portfolioOf(holdingsIn('ETH', [row], SPOT), SPOT, TODAY).value;
    const at = (volatility: number) => ({ spot: SPOT, years: 30 / 365, volatility });
    const halfSpread = 0.1;
    // The fee is 0.06 % of 3,000 dollars for each contract.
    const bought = deskPosition('PUT', [2800], { contractCount: 2, halfSpread });
    expect(worth(bought)).toBeCloseTo(2 * meanPayoff(put(2800), at(0.54)) - 3.6, 1);
    const sold = deskPosition('PUT', [2800], { side: 'seller', halfSpread });
    expect(worth(sold)).toBeCloseTo(-meanPayoff(put(2800), at(0.66)), 1);
    const spread = deskPosition('PUT_SPREAD', [2700, 2900], { halfSpread });
    const middle = meanPayoff((price) => put(2900)(price) - put(2700)(price), at(0.6));
    expect(worth(spread)).toBeCloseTo(0.9 * middle - 1.8, 1);
    // The fee of a cheap option is an eighth of its value.
    const cheap = deskPosition('PUT', [1600], { halfSpread });
    expect(worth(cheap)).toBeCloseTo(meanPayoff(put(1600), at(0.54)) * (7 / 8), 3);
  });

  it('leaves out unproven and unknown positions, and counts positions without a volatility or a cost', () => {
    const row = deskPosition('PUT', [2800]);
    const { volatility: _, ...unpriced } = row;
    const { worth: __, ...unproven } = row;
    expect(
      holdingsIn(
        'ETH',
        [
          { ...row, verification: 'disagrees' },
          { ...row, isUnproven: true },
          unproven,
          { ...row, state: 'awaitingSettlement' },
          { ...row, asset: 'BTC' },
          { ...row, token: { address: '0x2', decimals: 0 } },
          { ...row, strikes: [] },
        ],
        SPOT,
      ),
    ).toEqual([]);
    const some = holdingsIn('ETH', [unpriced, { ...row, isReceived: true }], SPOT);
    expect(portfolioOf(some, SPOT, TODAY)).toMatchObject({ unvalued: 1, uncosted: 1 });
    expect(portfolioOf(some, SPOT, TODAY).profit).toBeUndefined();
    const known = holdingsIn(
      'ETH',
      [{ ...row, isReceived: true, enteredCost: tokenAmount(7000000n) }],
      SPOT,
    );
    expect(known[0]?.cost).toBe(7);
  });
});
