import { zeroAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { FACTORY_R12 } from '../../../shared/chain/deployments.ts';
import { newOptionTerms } from '../../../shared/quotations/new-option.ts';
import { optionOfCall, requestedOption } from '../../../shared/quotations/requested-option.ts';
import { requestCall } from '../../../shared/quotations/terms.ts';
import { contracts, price8, tokenAmount, unixSeconds } from '../../../shared/units.ts';

const KEY = `0x02${'1'.repeat(64)}`;

const put = (asset: string) => {
  const terms = newOptionTerms({
    asset,
    product: 'PUT',
    strikes: [price8(20_00000000n)],
    contracts: contracts(1_000_000n),
    expiry: unixSeconds(1_800_000_000),
  });
  if (terms === undefined) throw new Error(`no put on ${asset}`);
  const offerEnd = unixSeconds(1_700_000_000);
  return { ...terms, requester: zeroAddress, isBuyer: true, offerEnd };
};

describe('the option of a request', () => {
  it('returns different keys for different assets with equal product, strikes and expiry', () => {
    const options = ['AVAX', 'SOL', 'ETH'].map((asset) => requestedOption(put(asset)));
    expect(new Set(options).size).toBe(3);
  });

  it('returns different keys for different collaterals, and for buying and selling', () => {
    const terms = put('ETH');
    const other = { ...terms, collateral: terms.priceFeed };
    expect(requestedOption(other)).not.toBe(requestedOption(terms));
    expect(requestedOption({ ...terms, isBuyer: false })).not.toBe(requestedOption(terms));
  });

  it('returns the same key for a different size, period and limit', () => {
    const terms = put('ETH');
    const larger = { ...terms, contracts: contracts(2n), offerEnd: unixSeconds(1_700_000_099) };
    expect(optionOfCall(requestCall(larger, tokenAmount(9n), KEY))).toBe(requestedOption(terms));
  });

  it('returns an existing option’s address as the key, for both sides of that option', () => {
    const terms = { ...put('ETH'), existingOption: FACTORY_R12 } as const;
    expect(requestedOption(terms)).toBe(FACTORY_R12.toLowerCase());
    const sale = requestCall({ ...terms, isBuyer: false }, tokenAmount(9n), KEY);
    expect(optionOfCall(sale)).toBe(FACTORY_R12.toLowerCase());
  });

  it('returns undefined for a call that isn’t a request', () => {
    expect(optionOfCall('0x12345678')).toBeUndefined();
  });
});
