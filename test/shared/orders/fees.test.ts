import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { feeDollars, premiumFor } from '../../../shared/orders/fees.ts';
import { contracts, price8, tokenAmount } from '../../../shared/units.ts';

/**
 * The protocol's fee rule, computed independently: 0.06 % of the notional, at most an eighth of the
 * premium.
 */
function restOf(premium: bigint, count: bigint, unitPrice: bigint | undefined): bigint {
  const eighth = (premium * 125n) / 1000n;
  const notional = unitPrice === undefined ? eighth : (count * 6n * unitPrice) / 10n ** 12n;
  return premium - (notional < eighth ? notional : eighth);
}

describe('the premium that leaves a seller a given amount', () => {
  it('finds the smallest premium that leaves the amount after the fee', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 15n }),
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        fc.option(fc.bigInt({ min: 1n, max: 10n ** 13n }), { nil: undefined }),
        (net, count, spot) => {
          const premium = premiumFor(tokenAmount(net), {
            contracts: contracts(count),
            isQuoteCollateral: true,
            spot: spot === undefined ? undefined : price8(spot),
          });
          expect(restOf(premium, count, spot)).toBeGreaterThanOrEqual(net);
          if (premium > 0n) expect(restOf(premium - 1n, count, spot)).toBeLessThan(net);
        },
      ),
    );
  });

  it('finds the lowest premium that leaves the given amount, whichever of the fee’s two limits applies', () => {
    const terms = { contracts: contracts(1_000_000n), isQuoteCollateral: true };
    expect(premiumFor(tokenAmount(70_000000n), { ...terms, spot: undefined })).toBe(79_999999n);
    // The fee is 48, which is 0.06 % of 80,000 dollars.
    const spot = price8(80_000n * 10n ** 8n);
    expect(premiumFor(tokenAmount(525_720000n), { ...terms, spot })).toBe(573_720000n);
  });
});

describe('the fee of a model’s premium', () => {
  it('the fee is the smaller of its share of the notional and its share of the premium', () => {
    expect(feeDollars(600, 1, 80_000)).toBeCloseTo(48, 9);
    expect(feeDollars(80, 1, 80_000)).toBe(10);
  });
});
