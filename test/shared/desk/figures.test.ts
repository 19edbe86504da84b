import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectedMove, figuresOf } from '../../../shared/desk/figures.ts';
import { offerOf } from '../../../shared/desk/offer.ts';
import type { ListedSpot, OrderRow } from '../../../shared/messages/market.ts';
import { ticketFigures } from '../../../shared/orders/ticket.ts';
import { unixSeconds } from '../../../shared/units.ts';
import { DAY, deskRow, NOW, SPOT } from './desk-rows.ts';
import { meanPayoff } from './mean-payoff.ts';

const CHAIN = { price: SPOT, source: 'chain' as const };
const VOLATILITY = 0.7;
const MARKET = { spot: SPOT, years: 30 / 365, volatility: VOLATILITY };

function of(row: OrderRow, spot: ListedSpot = CHAIN) {
  const offer = offerOf(row, spot) ?? expect.unreachable();
  const size = { by: 'contracts', amount: 10n ** BigInt(offer.decimals) } as const;
  const { quote } = ticketFigures(offer, size);
  const expiry = unixSeconds(row.expiry);
  return figuresOf({ offer, quote, expiry, now: unixSeconds(NOW), volatility: VOLATILITY });
}

/**
 * Returns the probability that the settlement price meets a condition, as a sum over small
 * intervals.
 */
const weigh = (isMet: (price: number) => boolean) =>
  meanPayoff((price) => (isMet(price) ? 1 : 0), MARKET);

const FLY = [2800, 3000, 3200];
const flyPays = (price: number) => Math.max(0, 200 - Math.abs(price - 3000));

describe('the chances of a fill', () => {
  it.each<readonly [string, OrderRow, (price: number) => boolean, unknown, unknown]>([
    [
      'a bought put',
      deskRow('PUT', [2900], { usd: 100 }),
      (price) => price < 2800,
      undefined,
      (price: number) => price >= 2900,
    ],
    [
      'a bought capped call',
      deskRow('LINEAR_CALL', [1500], { usd: 1400 }),
      (price) => price > 2900,
      (price: number) => price >= 3000,
      (price: number) => price <= 1500,
    ],
    [
      'a bought call',
      deskRow('INVERSE_CALL', [3000], { usd: 150 }),
      // The premium is 0.05 tokens, so the break-even is where price − 3000 = 0.05 × price.
      (price) => price > 3000 / 0.95,
      undefined,
      (price: number) => price <= 3000,
    ],
    [
      'a sold put',
      deskRow('PUT', [2900], { usd: 100, side: 'sell' }),
      // The fee is 0.06 % of the notional.
      (price) => price > 2800 + 1.8,
      (price: number) => price >= 2900,
      undefined,
    ],
    [
      'a sold put with delivery',
      deskRow('PHYSICAL_PUT', [2900], { usd: 100, side: 'sell' }),
      // The seller pays 2,900 for a token that is worth the price.
      (price) => Math.min(price - 2900, 0) + 100 - 1.8 > 0,
      (price: number) => price >= 2900,
      undefined,
    ],
    [
      'a sold call with delivery',
      deskRow('PHYSICAL_CALL', [3100], { usd: 90, side: 'sell' }),
      // The premium is 0.03 tokens minus a fee of 0.0006 tokens.
      (price) => Math.min(3100 - price, 0) + 0.0294 * price > 0,
      (price: number) => price <= 3100,
      undefined,
    ],
    [
      'a bought butterfly',
      deskRow('CALL_FLY', FLY, { usd: 50 }),
      (price) => flyPays(price) > 50,
      undefined,
      (price: number) => flyPays(price) === 0,
    ],
    [
      'a sold spread',
      deskRow('CALL_SPREAD', [3000, 3200], { usd: 90, side: 'sell' }),
      (price) => price < 3090 - 1.8,
      (price: number) => price <= 3000,
      (price: number) => price >= 3200,
    ],
    [
      'a bought iron condor, which pays in its wings',
      deskRow('IRON_CONDOR', [2600, 2800, 3200, 3400], { usd: 80 }),
      (price) => price < 2720 || price > 3280,
      (price: number) => price <= 2600 || price >= 3400,
      (price: number) => price >= 2800 && price <= 3200,
    ],
  ])(
    'the chances of %s equal the weights of the prices with a profit, with the best result and with the worst result',
    (name, row, profits, best, worst) => {
      const { profitChance, bestChance, worstChance } = of(row);
      expect(profitChance?.value).toBeCloseTo(weigh(profits), 2);
      for (const [chance, condition] of [
        [bestChance, best],
        [worstChance, worst],
      ] as const) {
        if (typeof condition !== 'function') expect(chance).toBeUndefined();
        else
          expect(chance?.value).toBeCloseTo(
            weigh((price) => condition(price) === true),
            2,
          );
      }
      const estimated = name.includes('capped') ? ['estimatedPayoff'] : [];
      expect(profitChance?.assumes).toEqual(['lognormal', 'heldToExpiry', ...estimated]);
    },
  );

  it('names an unconfirmed payoff as an assumption, and doesn’t return a profit chance or a break-even for a loan', () => {
    const ranger = of(deskRow('RANGER', [2600, 2800, 3200, 3400], { usd: 80 }));
    expect(ranger.profitChance?.assumes).toContain('estimatedPayoff');
    const loan = of(deskRow('CALL_LOAN', [2900], { usd: 80, side: 'sell' }));
    expect(loan.profitChance).toBeUndefined();
    expect(loan.breakEvens.value).toEqual([]);
    expect(loan.yieldPerYearBps).toBeDefined();
  });
});

describe('the break-even of a delivery', () => {
  it.each<readonly [string, OrderRow, number]>([
    [
      'a sold put breaks even at the strike less the premium after the fee',
      deskRow('PHYSICAL_PUT', [2900], { usd: 100, side: 'sell' }),
      2900 - 98.2,
    ],
    [
      'a sold call breaks even at the strike plus the kept part of the token',
      deskRow('PHYSICAL_CALL', [3100], { usd: 90, side: 'sell' }),
      3100 / (1 - 0.0294),
    ],
  ])('finds the break-even of a delivery: %s', (_, row, price) => {
    const { value } = of(row).breakEvens;
    expect(value.map((one) => Number(one.price) / 1e8)).toEqual([expect.closeTo(price, 4)]);
  });
});

describe('the figures of a quote without a price', () => {
  it('leaves out the profit chance, the expected move and the break-evens while the asset’s price is unknown', () => {
    const row = deskRow('PUT', [2900]);
    const offer = offerOf(row, undefined) ?? expect.unreachable();
    const { quote } = ticketFigures(offer, { by: 'contracts', amount: 1_000_000n });
    const times = { expiry: unixSeconds(row.expiry), now: unixSeconds(NOW) };
    const {
      profitChance,
      expectedMove: move,
      breakEvens,
    } = figuresOf({ offer, quote, ...times, volatility: VOLATILITY });
    expect([profitChance, move, breakEvens.value]).toEqual([undefined, undefined, []]);
  });
});

describe('the expected move', () => {
  it('the expected move contains about 68 % of the settlement prices', () => {
    const { low, high } = expectedMove(MARKET);
    expect(weigh((price) => price > low && price < high)).toBeCloseTo(0.68, 2);
    expect(low * high).toBeCloseTo(SPOT ** 2, 3);
  });
});

describe('prices as a share of the payoff', () => {
  it('divides the premium by the greatest payoff of a spread or a butterfly, and returns undefined for a put or a call', () => {
    expect(of(deskRow('CALL_SPREAD', [3000, 3200], { usd: 50 })).priceOfWidth?.value).toBe(0.25);
    expect(of(deskRow('CALL_FLY', FLY, { usd: 50 })).priceOfWidth?.value).toBe(0.25);
    const inverse = deskRow('INVERSE_CALL_SPREAD', [3000, 3200], { usd: 50 });
    expect(of(inverse).priceOfWidth?.value).toBeCloseTo(0.25, 6);
    expect(of(deskRow('PUT', [3000], { usd: 50 })).priceOfWidth).toBeUndefined();
    expect(of(deskRow('INVERSE_CALL', [3000], { usd: 50 })).priceOfWidth).toBeUndefined();
  });

  it('measures break-evens from the spot price in per cent', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2000, max: 4000 }),
        fc.integer({ min: 1, max: 900 }),
        (strike, usd) => {
          const { value } = of(deskRow('PUT', [strike], { usd })).breakEvens;
          expect(value).toHaveLength(1);
          expect(value[0]?.percent).toBeCloseTo(((strike - usd) / SPOT - 1) * 100, 6);
        },
      ),
    );
  });

  it('extrapolates a seller’s yield to a year, and computes the fee as a share of the premium', () => {
    const sold = of(deskRow('PUT', [3000], { usd: 100, side: 'sell' }));
    // Premium of 100 dollars minus a fee of 0.06 % of 3000, on 3000 dollars for 30 days, rounded
    // down once.
    expect(Number(sold.yieldPerYearBps?.value)).toBe(
      Math.floor(((98.2 / 3000) * 10_000 * 365) / 30),
    );
    expect(sold.feeShareBps).toEqual({ value: 180n, assumes: [] });
    expect(of(deskRow('PUT', [3000], { usd: 100 })).yieldPerYearBps).toBeUndefined();
  });

  it('reports the fee as a maximum while the oracle’s price is unknown', () => {
    const row = deskRow('PUT', [3000], { usd: 100, side: 'sell', expiry: NOW + DAY });
    const { feeShareBps, yieldPerYearBps } = of(row, { price: SPOT, source: 'order feed' });
    expect(feeShareBps).toEqual({ value: 1250n, assumes: ['highestFee'] });
    expect(yieldPerYearBps?.assumes).toContain('highestFee');
  });
});
