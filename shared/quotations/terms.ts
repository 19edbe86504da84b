import {
  type Address,
  type ContractFunctionArgs,
  encodeFunctionData,
  type Hex,
  zeroAddress,
} from 'viem';
import { optionFactoryAbi } from '../chain/abi/option-factory.ts';
import type { Contracts, Price8, TokenAmount, UnixSeconds } from '../units.ts';

/** The terms that the requester chooses. The factory sets all other terms. */
export interface RequestTerms {
  readonly requester: Address;
  /** The option whose side is sold or bought back; undefined for a new option. */
  readonly existingOption: Address | undefined;
  readonly collateral: Address;
  /** Price feed of the underlying, `collateralPriceFeed` in the contract. */
  readonly priceFeed: Address;
  readonly implementation: Address;
  /** In the order that the implementation requires, or in an existing option's own order. */
  readonly strikes: readonly Price8[];
  readonly contracts: Contracts;
  readonly expiry: UnixSeconds;
  readonly offerEnd: UnixSeconds;
  readonly isBuyer: boolean;
  /** Encoded delivery token; empty for cash settlement. */
  readonly extraOptionData: Hex;
}

/** A request in the factory's form. */
export type FactoryRequest = ContractFunctionArgs<
  typeof optionFactoryAbi,
  'nonpayable',
  'requestForQuotation'
>[0];

/**
 * Returns the data of the call that asks makers for offers.
 * @param limit for all contracts, in collateral units: maximum for a buyer, minimum for a seller
 * @param publicKey to which makers seal their offers: a compressed point in hexadecimal
 * @throws RangeError for a buyer's limit of zero, which would pay no maker
 */
export function requestCall(terms: RequestTerms, limit: TokenAmount, publicKey: string): Hex {
  if (terms.isBuyer && limit === 0n) throw new RangeError('a buyer needs a limit');
  return encodeFunctionData({
    abi: optionFactoryAbi,
    functionName: 'requestForQuotation',
    args: [
      {
        requester: terms.requester,
        existingOptionAddress: terms.existingOption ?? zeroAddress,
        collateral: terms.collateral,
        collateralPriceFeed: terms.priceFeed,
        implementation: terms.implementation,
        strikes: terms.strikes,
        numContracts: terms.contracts,
        // The factory sets both members itself.
        requesterDeposit: 0n,
        collateralAmount: 0n,
        expiryTimestamp: BigInt(terms.expiry),
        offerEndTimestamp: BigInt(terms.offerEnd),
        isRequestingLongPosition: terms.isBuyer,
        convertToLimitOrder: false,
        extraOptionData: terms.extraOptionData,
      },
      { referralId: 0n, eventCode: 0n },
      limit,
      publicKey,
    ],
  });
}
