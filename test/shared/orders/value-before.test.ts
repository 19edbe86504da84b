import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { profitAt } from '../../../shared/orders/curve.ts';
import { quoteFill } from '../../../shared/orders/quote.ts';
import { termsOf } from '../../../shared/orders/terms.ts';
import { profitBefore } from '../../../shared/orders/value-before.ts';
import { contracts, price8, toNumber8 } from '../../../shared/units.ts';
import { meanPayoff } from '../desk/mean-payoff.ts';

const STRIKES = { 1: [2600], 2: [2400, 2700], 3: [2400, 2600, 2800], 4: [2200, 2400, 2800, 3000] };

const anyFill = fc
  .record({
    name: fc.constantFrom(
      ...(['PUT', 'INVERSE_CALL', 'CALL_SPREAD', 'PUT_FLY', 'IRON_CONDOR'] as const),
      ...(['INVERSE_CALL_SPREAD', 'PHYSICAL_CALL', 'PHYSICAL_PUT'] as const),
    ),
    isLong: fc.boolean(),
    premium: fc.integer({ min: 10, max: 200 }),
    thousandths: fc.integer({ min: 1, max: 9_000 }),
  })
  .map(({ name, isLong, premium, thousandths }) => {
    const count = { PUT: 1, INVERSE_CALL: 1, PHYSICAL_CALL: 1, PHYSICAL_PUT: 1 } as const;
    const legs = name in count ? 1 : name.includes('SPREAD') ? 2 : name === 'PUT_FLY' ? 3 : 4;
    const terms =
      termsOf(
        name,
        STRIKES[legs].map((strike) => price8(BigInt(strike) * 10n ** 8n)),
      ) ?? expect.unreachable();
    const { isQuoteCollateral } = terms.product;
    const decimals = isQuoteCollateral ? 6 : 18;
    const price = price8(BigInt(Math.round((premium * 1e8) / (isQuoteCollateral ? 1 : 2_600))));
    const amount = contracts((BigInt(thousandths) * 10n ** BigInt(decimals)) / 1000n);
    const order = { price, isLong };
    const quote = quoteFill({ order, terms, contracts: amount, decimals, spot: undefined });
    return { terms, contracts: amount, decimals, quote };
  });

const anyDollars = fc.integer({ min: 1_500, max: 4_000 });

describe('the profit of a fill before its expiry', () => {
  it('the value equals the mean profit at expiry over the moves that the volatility implies', () => {
    fc.assert(
      fc.property(
        anyFill,
        anyDollars,
        fc.integer({ min: 1, max: 90 }),
        fc.integer({ min: 20, max: 150 }),
        (fill, spot, days, points) => {
          const moment = { years: days / 365, volatility: points / 100 };
          const held = { ...fill, ...fill.quote };
          const mean = meanPayoff(
            (price) => toNumber8(profitAt(held, price8(BigInt(Math.round(price * 1e8))))),
            { spot, ...moment },
          );
          expect(profitBefore(fill, moment)(spot)).toBeCloseTo(mean, 1);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('the value equals the profit at expiry when no time is left', () => {
    fc.assert(
      fc.property(anyFill, anyDollars, (fill, price) => {
        const atExpiry = profitAt({ ...fill, ...fill.quote }, price8(BigInt(price) * 10n ** 8n));
        const before = profitBefore(fill, { years: 0, volatility: 0.7 })(price);
        expect(before).toBeCloseTo(toNumber8(atExpiry), 4);
      }),
    );
  });
});
