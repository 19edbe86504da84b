import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ProductName } from '../../../shared/chain/implementations.ts';
import { kinksOf, legsPayoff } from '../../../shared/orders/legs.ts';
import { buyerPayoff, maxPayoff, requiredCollateral } from '../../../shared/orders/payoff.ts';
import { PRODUCT_NAMES, product } from '../../../shared/orders/products.ts';
import { type OptionTerms, termsOf } from '../../../shared/orders/terms.ts';
import { contracts, type Price8, price8 } from '../../../shared/units.ts';
import { anyContracts, anyPrice, anyTerms, termsFor } from './arbitraries.ts';

const dollars = (value: number): Price8 => price8(BigInt(Math.round(value * 1e8)));

function terms(name: ProductName, ...strikes: number[]): OptionTerms {
  return termsOf(name, strikes.map(dollars)) ?? expect.unreachable();
}

/** Returns the payoff of one whole contract, in millionths of the collateral. */
function payoff(of: OptionTerms, settlement: number): bigint {
  return buyerPayoff({
    terms: of,
    contracts: contracts(1_000_000n),
    settlementPrice: dollars(settlement),
  });
}

describe('the payoff of one contract to its buyer, in millionths of the collateral', () => {
  it.each<[ProductName, number[], [number, bigint][]]>([
    [
      'PUT',
      [2000],
      [
        [0, 2_000_000_000n],
        [1500, 500_000_000n],
        [2000, 0n],
        [9000, 0n],
      ],
    ],
    [
      'LINEAR_CALL',
      [2000],
      [
        [2000, 0n],
        [2500, 500_000_000n],
        [4000, 2_000_000_000n],
        [9000, 2_000_000_000n],
      ],
    ],
    [
      'INVERSE_CALL',
      [2000],
      [
        [0, 0n],
        [2000, 0n],
        [2500, 200_000n],
        [4000, 500_000n],
        [3000, 333_333n],
      ],
    ],
    [
      'CALL_SPREAD',
      [2000, 2100],
      [
        [1999, 0n],
        [2050, 50_000_000n],
        [2100, 100_000_000n],
        [5000, 100_000_000n],
      ],
    ],
    [
      'PUT_SPREAD',
      [2100, 2000],
      [
        [5000, 0n],
        [2050, 50_000_000n],
        [2000, 100_000_000n],
        [0, 100_000_000n],
      ],
    ],
    [
      'INVERSE_CALL_SPREAD',
      [2000, 2500],
      [
        [2000, 0n],
        [2500, 200_000n],
        [5000, 100_000n],
      ],
    ],
    [
      'CALL_FLY',
      [2000, 2100, 2200],
      [
        [1990, 0n],
        [2050, 50_000_000n],
        [2100, 100_000_000n],
        [2150, 50_000_000n],
        [2200, 0n],
      ],
    ],
    [
      'PUT_FLY',
      [2200, 2100, 2000],
      [
        [1990, 0n],
        [2050, 50_000_000n],
        [2100, 100_000_000n],
        [2150, 50_000_000n],
        [2200, 0n],
      ],
    ],
    [
      'CALL_CONDOR',
      [2000, 2100, 2300, 2400],
      [
        [1990, 0n],
        [2050, 50_000_000n],
        [2200, 100_000_000n],
        [2350, 50_000_000n],
        [2500, 0n],
      ],
    ],
    [
      'PUT_CONDOR',
      [2000, 2100, 2300, 2400],
      [
        [1990, 0n],
        [2050, 50_000_000n],
        [2200, 100_000_000n],
        [2350, 50_000_000n],
        [2500, 0n],
      ],
    ],
    [
      'IRON_CONDOR',
      [2000, 2100, 2300, 2450],
      [
        [0, 100_000_000n],
        [2050, 50_000_000n],
        [2200, 0n],
        [2350, 50_000_000n],
        [9000, 150_000_000n],
      ],
    ],
    [
      'RANGER',
      [2000, 2100, 2300, 2400],
      [
        [1990, 0n],
        [2050, 50_000_000n],
        [2200, 100_000_000n],
        [2500, 0n],
      ],
    ],
    [
      'PHYSICAL_PUT',
      [2000],
      [
        [1500, 500_000_000n],
        [2500, 0n],
      ],
    ],
    [
      'PHYSICAL_CALL',
      [2000],
      [
        [2500, 200_000n],
        [1500, 0n],
      ],
    ],
    [
      'CALL_LOAN',
      [2000],
      [
        [2500, 200_000n],
        [1500, 0n],
      ],
    ],
  ])('computes the payoff of %s with strikes %j', (name, strikes, expected) => {
    const of = terms(name, ...strikes);
    expect(expected.map(([settlement]) => [settlement, payoff(of, settlement)])).toEqual(expected);
  });

  it('knows all 15 deployed products', () => {
    expect(PRODUCT_NAMES).toHaveLength(15);
  });
});

describe('the payoff of every product', () => {
  it('pays neither a negative amount nor more than the maximum or the collateral', () => {
    fc.assert(
      fc.property(anyTerms(), anyContracts(), anyPrice(), (of, count, settlementPrice) => {
        const held = { terms: of, contracts: count };
        const paid = buyerPayoff({ ...held, settlementPrice });
        expect(paid).toBeGreaterThanOrEqual(0n);
        expect(paid).toBeLessThanOrEqual(maxPayoff(held));
        expect(maxPayoff(held)).toBeLessThanOrEqual(requiredCollateral(held));
      }),
      { numRuns: 2000 },
    );
  });

  it('the maximum payoff is the payoff at a kink or at zero, or one token per contract for a plain call paid in the underlying', () => {
    fc.assert(
      fc.property(anyTerms(), anyContracts(), (of, count) => {
        const held = { terms: of, contracts: count };
        const best = [price8(0n), ...kinksOf(of.legs)]
          .map((settlementPrice) => buyerPayoff({ ...held, settlementPrice }))
          .sort((a, b) => (a < b ? 1 : -1))[0];
        const isBound = !of.product.isQuoteCollateral && of.product.structure === 'vanilla';
        expect(maxPayoff(held)).toBe(isBound ? count : best);
      }),
    );
  });

  it('never pays the buyer more than the collateral', () => {
    fc.assert(
      fc.property(anyTerms(), anyContracts(), anyPrice(), (of, count, settlementPrice) => {
        const held = { terms: of, contracts: count, settlementPrice };
        expect(buyerPayoff(held)).toBeLessThanOrEqual(requiredCollateral(held));
      }),
    );
  });

  it('rounds the payoff down by less than one unit', () => {
    fc.assert(
      fc.property(anyTerms(), anyContracts(), anyPrice(), (of, count, settlementPrice) => {
        const exact = count * legsPayoff(of.legs, settlementPrice);
        const unit = of.product.isQuoteCollateral ? 100_000_000n : settlementPrice;
        const paid = buyerPayoff({ terms: of, contracts: count, settlementPrice });
        expect(paid * unit).toBeLessThanOrEqual(exact);
        expect((paid + 1n) * unit).toBeGreaterThan(exact);
      }),
    );
  });

  it('computes a payoff that is linear in dollars between neighbouring kinks', () => {
    fc.assert(
      fc.property(anyTerms(), fc.nat(5), fc.nat(1_000_000), (of, piece, position) => {
        const stops = [price8(0n), ...kinksOf(of.legs)];
        const from = stops[piece % stops.length] ?? price8(0n);
        const to = stops[(piece % stops.length) + 1] ?? price8(from * 3n + 1_000_000n);
        const at = price8(from + ((to - from) * BigInt(position)) / 1_000_000n);
        const [start, middle, end] = [from, at, to].map((price) => legsPayoff(of.legs, price));
        expect(((middle ?? 0n) - (start ?? 0n)) * (to - from)).toBe(
          ((end ?? 0n) - (start ?? 0n)) * (at - from),
        );
      }),
      { numRuns: 2000 },
    );
  });

  it.each(PRODUCT_NAMES)('the payoff has a kink at each strike of %s', (name) => {
    fc.assert(
      fc.property(termsFor(name), (of) => {
        for (const kink of of.strikes) {
          const [before, at, after] = [kink - 1n, kink, kink + 1n].map((price) =>
            legsPayoff(of.legs, price8(price)),
          );
          expect((after ?? 0n) - (at ?? 0n)).not.toBe((at ?? 0n) - (before ?? 0n));
        }
      }),
      { numRuns: 50 },
    );
  });

  it('computes the same payoff for descending strikes', () => {
    fc.assert(
      fc.property(anyTerms(), anyPrice(), (of, settlementPrice) => {
        const descending = termsOf(of.product.name, [...of.strikes].reverse());
        expect(descending).toEqual(of);
        expect(legsPayoff(descending?.legs ?? [], settlementPrice)).toBe(
          legsPayoff(of.legs, settlementPrice),
        );
      }),
    );
  });
});

describe('strike rules', () => {
  it.each<[ProductName, number[]]>([
    ['PUT', []],
    ['PUT', [2000, 2100]],
    ['PUT', [0]],
    ['CALL_SPREAD', [2000, 2000]],
    ['CALL_FLY', [2000, 2100, 2250]],
    ['CALL_FLY', [2100, 2000, 2200]],
    ['CALL_CONDOR', [2000, 2100, 2300, 2450]],
    ['RANGER', [2000, 2100, 2100, 2200]],
    ['RANGER', [2000, 2100]],
    ['IRON_CONDOR', [2000, 2000, 2100, 2200]],
  ])('rejects %s with strikes %j', (name, strikes) => {
    expect(termsOf(name, strikes.map(dollars))).toBeUndefined();
  });

  it('accepts an iron condor without a gap between the middle strikes and with unequal wings', () => {
    expect(terms('IRON_CONDOR', 2000, 2100, 2100, 2300).strikes).toHaveLength(4);
  });

  it('every product has a readable label', () => {
    for (const name of PRODUCT_NAMES) expect(product(name).label).toMatch(/^[A-Z][a-z ]+$/);
  });
});
