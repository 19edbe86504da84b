import { describe, expect, it } from 'vitest';
import { askedExpiries } from '../../../shared/quotations/expiries.ts';
import {
  askedProducts,
  newOptionTerms,
  optionKind,
} from '../../../shared/quotations/new-option.ts';
import { strikesNear } from '../../../shared/quotations/strikes-near.ts';
import { contracts, type Price8, price8, unixSeconds } from '../../../shared/units.ts';

const dollars = (...strikes: number[]): Price8[] =>
  strikes.map((strike) => price8(BigInt(Math.round(strike * 1e8))));

const asked = {
  asset: 'ETH',
  contracts: contracts(1_000_000n),
  expiry: unixSeconds(2_000_000_000),
};

describe('the terms of a new option', () => {
  it('sorts the strikes of put spreads and butterflies in descending order, and those of call products in ascending order', () => {
    const strikesOf = (
      product: 'PUT_SPREAD' | 'PUT_FLY' | 'CALL_SPREAD' | 'CALL_FLY',
      ...s: number[]
    ) => newOptionTerms({ ...asked, product, strikes: dollars(...s) })?.strikes;
    expect(strikesOf('PUT_SPREAD', 2_400, 2_500)).toEqual(dollars(2_500, 2_400));
    expect(strikesOf('PUT_FLY', 2_500, 2_300, 2_400)).toEqual(dollars(2_500, 2_400, 2_300));
    expect(strikesOf('CALL_SPREAD', 2_500, 2_400)).toEqual(dollars(2_400, 2_500));
    expect(strikesOf('CALL_FLY', 2_500, 2_300, 2_400)).toEqual(dollars(2_300, 2_400, 2_500));
  });

  it('sorts four strikes in ascending order, whatever the product', () => {
    for (const product of ['PUT_CONDOR', 'CALL_CONDOR', 'IRON_CONDOR', 'RANGER'] as const)
      expect(
        newOptionTerms({ ...asked, product, strikes: dollars(2_500, 2_400, 2_300, 2_200) })
          ?.strikes,
      ).toEqual(dollars(2_200, 2_300, 2_400, 2_500));
  });

  it('doesn’t return terms for strikes that break a rule, or for a size of zero', () => {
    const put = { ...asked, product: 'PUT', strikes: dollars(2_500) } as const;
    expect(newOptionTerms(put)).toBeDefined();
    expect(newOptionTerms({ ...put, contracts: contracts(0n) })).toBeUndefined();
    expect(newOptionTerms({ ...put, strikes: dollars(0) })).toBeUndefined();
    expect(newOptionTerms({ ...put, strikes: dollars(1, 2) })).toBeUndefined();
    const fly = { ...asked, product: 'CALL_FLY', strikes: dollars(1, 2, 4) } as const;
    expect(newOptionTerms(fly)).toBeUndefined();
  });
});

describe('the products of an asset', () => {
  it('products use dollars or the asset’s own token, and an asset without a token has only dollar products', () => {
    expect(optionKind('BTC', 'INVERSE_CALL')?.collateral.symbol).toBe('cbBTC');
    expect(optionKind('BTC', 'PUT')?.collateral.symbol).toBe('USDC');
    expect(askedProducts('SOL')).not.toContain('INVERSE_CALL');
    expect(askedProducts('SOL')).not.toContain('PHYSICAL_PUT');
    expect(askedProducts('SOL')).toContain('PUT_SPREAD');
    expect(askedProducts('ETH')).not.toContain('CALL_LOAN');
  });

  it('physical products have a delivery token', () => {
    expect(optionKind('ETH', 'PHYSICAL_CALL')).toMatchObject({
      collateral: { symbol: 'WETH' },
      delivery: { symbol: 'USDC' },
      extraOptionData: '0x000000000000000000000000833589fcd6edb6e08f4c7c32d4f71b54bda02913',
    });
    expect(optionKind('ETH', 'PUT')?.extraOptionData).toBe('0x');
  });
});

describe('the first strikes', () => {
  it('the first strikes are round numbers around the price', () => {
    const [spot = price8(0n)] = dollars(2_590);
    expect(strikesNear('PUT', spot)).toEqual(dollars(2_600));
    expect(strikesNear('PUT_SPREAD', spot)).toEqual(dollars(2_550, 2_600));
    expect(strikesNear('RANGER', spot)).toEqual(dollars(2_500, 2_550, 2_650, 2_700));
    const [small = price8(0n)] = dollars(0.1503);
    expect(strikesNear('CALL_FLY', small)).toEqual(dollars(0.148, 0.15, 0.152));
  });
});

describe('the expiries to choose from', () => {
  const now = unixSeconds(Date.UTC(2026, 10, 26, 12) / 1000);
  const at = (month: number, day: number) => Date.UTC(2026, month, day, 8) / 1000;

  it('lists the expiries of live orders in ascending order, leaves out those that are too near, and doesn’t repeat them among the usual expiries', () => {
    const { live, usual } = askedExpiries([at(10, 28), at(10, 27), now + 60], now);
    expect(live).toEqual([at(10, 27), at(10, 28)]);
    expect(usual).not.toContain(at(10, 27));
  });

  it('the usual expiries are the next days, the next Fridays and the last Fridays of the next months', () => {
    expect(askedExpiries([], now).usual).toEqual(
      [at(10, 27), at(10, 28), at(10, 29), at(11, 4), at(11, 11), at(11, 18), at(11, 25)].concat([
        Date.UTC(2027, 0, 29, 8) / 1000,
        Date.UTC(2027, 1, 26, 8) / 1000,
      ]),
    );
  });
});
