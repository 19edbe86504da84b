import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ProductName } from '../../../shared/chain/implementations.ts';
import { type HeldToExpiry, profitAt, profitCurve } from '../../../shared/orders/curve.ts';
import { buyerPayoff } from '../../../shared/orders/payoff.ts';
import { pictureOfCurve } from '../../../shared/orders/picture.ts';
import { termsOf } from '../../../shared/orders/terms.ts';
import { contracts, type Price8, price8, tokenAmount } from '../../../shared/units.ts';
import { anyPrice, anyTerms } from './arbitraries.ts';

const dollars = (value: number): Price8 => price8(BigInt(Math.round(value * 1e8)));

/** Returns the curve of one contract (6 decimals). The premium is in whole tokens. */
function held(
  name: ProductName,
  strikes: number[],
  premium: number,
  side: 'buy' | 'sell' = 'buy',
): HeldToExpiry {
  return {
    terms: termsOf(name, strikes.map(dollars)) ?? expect.unreachable(),
    contracts: contracts(1_000_000n),
    decimals: 6,
    side,
    premium: tokenAmount(BigInt(Math.round(premium * 1e6))),
    fee: tokenAmount(0n),
  };
}

describe('the chart of a profit curve', () => {
  const widthOf = (name: ProductName, strikes: number[], premium: number) => {
    const { points } = pictureOfCurve({
      curve: profitCurve(held(name, strikes, premium)),
      strikes: strikes.map(dollars),
      asset: 'ETH',
      spot: dollars(2_590),
    });
    return [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 0] as const;
  };

  it('leaves out a far break-even where the premium in the underlying exceeds the payoff, but shows a near one', () => {
    // The second break-even is at 20,000, where 200 = 0.01 S. This is too far away to be drawn.
    const [, to] = widthOf('INVERSE_CALL_SPREAD', [2_600, 2_800], 0.01);
    expect(to).toBeLessThan(3_100);
    // The second break-even is at 5,000, where 500 = 0.1 S. This is near enough to be drawn.
    expect(widthOf('INVERSE_CALL_SPREAD', [2_000, 2_500], 0.1)[1]).toBeGreaterThan(5_000);
  });

  it('shows the only break-even, however far away', () => {
    expect(widthOf('INVERSE_CALL', [2_000], 0.7)[1]).toBeGreaterThan(6_600);
    expect(widthOf('PUT', [2_600], 2_000)[0]).toBeLessThan(600);
  });
});

describe('break-evens', () => {
  it.each<[ProductName, number[], number, number[]]>([
    ['PUT', [2000], 50, [1950]],
    ['LINEAR_CALL', [2000], 50, [2050]],
    ['CALL_SPREAD', [2000, 2100], 40, [2040]],
    ['PUT_SPREAD', [2100, 2000], 40, [2060]],
    ['CALL_FLY', [2000, 2100, 2200], 30, [2030, 2170]],
    ['PUT_CONDOR', [2000, 2100, 2300, 2400], 30, [2030, 2370]],
    ['IRON_CONDOR', [2000, 2100, 2300, 2400], 30, [2070, 2330]],
    ['RANGER', [2000, 2100, 2300, 2400], 30, [2030, 2370]],
    // Break-even where S - 2000 = 0.2 S, at which the profit in tokens is zero too.
    ['INVERSE_CALL', [2000], 0.2, [2500]],
    // Break-evens where S - 2000 = 0.1 S, and, above the upper strike, where 500 = 0.1 S.
    ['INVERSE_CALL_SPREAD', [2000, 2500], 0.1, [2222.22222222, 5000]],
  ])(
    'computes, for both sides, the break-evens of %s with strikes %j and a premium of %d: %j',
    (name, strikes, premium, expected) => {
      expect(profitCurve(held(name, strikes, premium)).breakEvens).toEqual(expected.map(dollars));
      expect(profitCurve(held(name, strikes, premium, 'sell')).breakEvens).toEqual(
        expected.map(dollars),
      );
    },
  );

  it('doesn’t find a break-even when the premium exceeds the maximum payoff', () => {
    expect(profitCurve(held('CALL_SPREAD', [2000, 2100], 101)).breakEvens).toEqual([]);
  });

  it.each<[ProductName, number[], number, number[]]>([
    ['PUT_CONDOR', [2000, 2100, 2300, 2400], 100, [2100, 2300]],
    ['RANGER', [2000, 2100, 2300, 2400], 100, [2100, 2300]],
    ['IRON_CONDOR', [2000, 2100, 2300, 2400], 0, [2100, 2300]],
    ['CALL_SPREAD', [2000, 2100], 100, [2100]],
    ['PUT_SPREAD', [2100, 2000], 100, [2000]],
  ])(
    'reports the ends of the zero-profit plateau as break-evens: %s %j',
    (name, strikes, premium, ends) => {
      for (const side of ['buy', 'sell'] as const)
        expect(profitCurve(held(name, strikes, premium, side)).breakEvens).toEqual(
          ends.map(dollars),
        );
    },
  );

  it('doesn’t count a peak that only touches zero as a break-even', () => {
    expect(profitCurve(held('CALL_FLY', [2000, 2100, 2200], 100)).breakEvens).toEqual([]);
  });

  it('finds break-evens exactly where the profit’s sign changes', () => {
    fc.assert(
      fc.property(anyTerms(), anyPrice(100_000n), fc.boolean(), (terms, price, isBuyer) => {
        const input: HeldToExpiry = {
          terms,
          contracts: contracts(10n ** 12n),
          decimals: 12,
          side: isBuyer ? 'buy' : 'sell',
          premium: tokenAmount(price * 10_000n),
          fee: tokenAmount(0n),
        };
        const curve = profitCurve(input);
        for (const root of curve.breakEvens) {
          const before = profitAt(input, price8(root - 1n));
          const after = profitAt(input, price8(root + 1n));
          expect([before <= 0n && after >= 0n, before >= 0n && after <= 0n]).toContain(true);
        }
        const signs = curve.points.flatMap(({ profit }) => (profit === 0n ? [] : [profit > 0n]));
        const changes = signs.filter((sign, i) => i > 0 && sign !== signs[i - 1]).length;
        expect(curve.breakEvens.length).toBeGreaterThanOrEqual(changes);
      }),
    );
  });
});

describe('the profit curve', () => {
  it('for a bought call spread, draws a point at zero, at each strike and above the highest strike', () => {
    const { points, maxProfit, maxLoss } = profitCurve(held('CALL_SPREAD', [2000, 2100], 40));
    expect(points).toEqual([
      { settlementPrice: dollars(0), profit: dollars(-40) },
      { settlementPrice: dollars(2000), profit: dollars(-40) },
      { settlementPrice: dollars(2100), profit: dollars(60) },
      { settlementPrice: dollars(4200), profit: dollars(60) },
    ]);
    expect([maxProfit, maxLoss]).toEqual([60_000_000n, 40_000_000n]);
  });

  it('values the payoff and the premium of an inverse call in dollars at the settlement price', () => {
    const input = held('INVERSE_CALL', [2000], 0.2);
    expect(profitAt(input, dollars(1000))).toBe(dollars(-200));
    expect(profitAt(input, dollars(2000))).toBe(dollars(-400));
    expect(profitAt(input, dollars(3000))).toBe(dollars(400));
    const { maxProfit, maxLoss } = profitCurve(input);
    expect([maxProfit, maxLoss]).toEqual([800_000n, 200_000n]);
  });

  it('the seller’s curve mirrors the buyer’s, less the fee', () => {
    fc.assert(
      fc.property(anyTerms(), anyPrice(), fc.nat(1000), (terms, settlementPrice, fee) => {
        const base = {
          terms,
          contracts: contracts(1_000_000n),
          decimals: 8,
          premium: tokenAmount(50_000n),
          fee: tokenAmount(BigInt(fee)),
        };
        const sum =
          profitAt({ ...base, side: 'buy' }, settlementPrice) +
          profitAt({ ...base, side: 'sell' }, settlementPrice);
        const tokenPrice = terms.product.isQuoteCollateral ? 100_000_000n : settlementPrice;
        const feeInDollars = (BigInt(fee) * tokenPrice) / 100_000_000n;
        expect(sum).toBeLessThanOrEqual(-feeInDollars);
        expect(sum).toBeGreaterThanOrEqual(-feeInDollars - 2n);
      }),
    );
  });

  it('the profit curve agrees with the payoff in tokens to within one unit', () => {
    fc.assert(
      fc.property(anyTerms(), anyPrice(), (terms, settlementPrice) => {
        const premium = tokenAmount(1_000_000_000_000n);
        const count = contracts(10n ** 18n);
        const profit = profitAt(
          { terms, contracts: count, decimals: 18, side: 'buy', premium, fee: tokenAmount(0n) },
          settlementPrice,
        );
        const tokens = buyerPayoff({ terms, contracts: count, settlementPrice }) - premium;
        const tokenPrice = terms.product.isQuoteCollateral ? 100_000_000n : settlementPrice;
        const difference = profit * 10n ** 18n - tokens * tokenPrice;
        expect(difference).toBeLessThan(tokenPrice + 10n ** 18n);
        expect(difference).toBeGreaterThan(-(10n ** 18n));
      }),
    );
  });
});
