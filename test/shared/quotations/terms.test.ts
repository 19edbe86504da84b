import { type Address, decodeFunctionData, getAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { type QuotationFacts, stageEnd, stageOf } from '../../../shared/quotations/stage.ts';
import { type RequestTerms, requestCall } from '../../../shared/quotations/terms.ts';
import { contracts, price8, tokenAmount, unixSeconds } from '../../../shared/units.ts';
import { optionFactoryAbi } from '../../devnet/abi/full.ts';

const address = (digit: string): Address => getAddress(`0x${digit.repeat(40)}`);
const TERMS: RequestTerms = {
  requester: address('a'),
  existingOption: address('b'),
  collateral: address('c'),
  priceFeed: address('d'),
  implementation: address('e'),
  strikes: [price8(2_700_00000000n), price8(2_600_00000000n)],
  contracts: contracts(1_500_000n),
  expiry: unixSeconds(2_000_000),
  offerEnd: unixSeconds(1_000_060),
  isBuyer: false,
  extraOptionData: '0x',
};

describe('the call of a request', () => {
  it('encodes empty values for members that the factory sets, and keeps the order of the option’s strikes', () => {
    const data = requestCall(TERMS, tokenAmount(25n), '0x02aa');
    const { args } = decodeFunctionData({ abi: optionFactoryAbi, data });
    expect(args).toEqual([
      {
        requester: TERMS.requester,
        existingOptionAddress: TERMS.existingOption,
        collateral: TERMS.collateral,
        collateralPriceFeed: TERMS.priceFeed,
        implementation: TERMS.implementation,
        strikes: TERMS.strikes,
        numContracts: 1_500_000n,
        requesterDeposit: 0n,
        collateralAmount: 0n,
        expiryTimestamp: 2_000_000n,
        offerEndTimestamp: 1_000_060n,
        isRequestingLongPosition: false,
        convertToLimitOrder: false,
        extraOptionData: '0x',
      },
      { referralId: 0n, eventCode: 0n },
      25n,
      '0x02aa',
    ]);
  });

  it('refuses a buyer’s limit of zero', () => {
    expect(() => requestCall({ ...TERMS, isBuyer: true }, tokenAmount(0n), '0x')).toThrow(
      RangeError,
    );
  });
});

describe('the stage of a request', () => {
  const facts: QuotationFacts = {
    end: undefined,
    offerEnd: unixSeconds(1000),
    revealWindow: 60,
    hasWinner: false,
  };

  it.each([
    [999, false, 'collecting', 1000],
    [1000, false, 'revealing', 1060],
    [1059, true, 'revealing', 1060],
    [1060, true, 'unsettled', undefined],
    [1060, false, 'unanswered', undefined],
  ] as const)(
    'determines the stage at second %i (has a winner: %s): %s',
    (now, hasWinner, stage, end) => {
      const at = unixSeconds(now);
      expect(stageOf({ ...facts, hasWinner }, at)).toBe(stage);
      expect(stageEnd({ ...facts, hasWinner }, at)).toBe(end);
    },
  );

  it('keeps a request’s final stage, whatever the time', () => {
    for (const end of ['settled', 'cancelled', 'void'] as const)
      expect(stageOf({ ...facts, end }, unixSeconds(0))).toBe(end);
  });
});
