import { describe, expect, it } from 'vitest';
import { figuresAtLimit, modelTotal } from '../../../shared/desk/asked-figures.ts';
import { termsOf } from '../../../shared/orders/terms.ts';
import { contracts, type Price8, price8, tokenAmount, unixSeconds } from '../../../shared/units.ts';

const dollars = (...strikes: number[]): Price8[] =>
  strikes.map((strike) => price8(BigInt(strike) * 100_000_000n));
const terms = (...args: Parameters<typeof termsOf>) =>
  termsOf(...args) ?? expect.unreachable('the strikes fit');

const now = unixSeconds(1_000_000);
const expiry = unixSeconds(1_000_000 + 365 * 86_400);
const market = { spot: price8(100_00000000n), now, volatility: 0.2 };

describe('the model’s value of an option that no maker quotes', () => {
  it('the value of a request equals the Black–Scholes price of all its contracts, in collateral units', () => {
    const put = { terms: terms('PUT', dollars(100)), contracts: contracts(2_000_000n), expiry };
    // One contract is worth 7.9656 dollars: at the money, one year to expiry, volatility 20 %.
    expect(Number(modelTotal(put, market))).toBeCloseTo(15_931_135, -2);
  });

  it('converts a value to the underlying for calls that are paid in the underlying', () => {
    const one = contracts(10n ** 18n);
    const call = { terms: terms('INVERSE_CALL', dollars(100)), contracts: one, expiry };
    expect(Number(modelTotal(call, market)) / 1e18).toBeCloseTo(0.079656, 5);
  });

  it('returns undefined for a worthless option', () => {
    const put = { terms: terms('PUT', dollars(1)), contracts: contracts(1n), expiry: now };
    expect(modelTotal(put, market)).toBeUndefined();
  });
});

describe('the figures of a request at its limit', () => {
  const limit = tokenAmount(10_000000n);
  const one = { contracts: contracts(1_000_000n), decimals: 6, limit, spot: market.spot };

  it('a buyer can lose the limit, and a seller can lose the collateral less the net premium', () => {
    const put = { ...one, terms: terms('PUT', dollars(100)) };
    expect(figuresAtLimit({ ...put, isBuyer: true }).curve.maxLoss).toBe(limit);
    // The fee is 6 basis points of 100 dollars.
    const sale = figuresAtLimit({ ...put, isBuyer: false });
    expect(sale.curve.maxLoss).toBe(100_000000n - (10_000000n - 60_000n));
    expect(sale.collateral).toBe(100_000000n);
  });

  it('a seller can lose the whole collateral less the net premium when the payoff is unconfirmed', () => {
    const ranger = { ...one, terms: terms('RANGER', dollars(80, 90, 110, 120)) };
    const { collateral, curve } = figuresAtLimit({ ...ranger, isBuyer: false });
    expect(curve.maxLoss).toBe(collateral - (10_000000n - 60_000n));
  });
});
