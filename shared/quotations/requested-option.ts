import { decodeFunctionData, type Hex } from 'viem';
import { optionFactoryAbi } from '../chain/abi/option-factory.ts';
import { price8, unixSeconds } from '../units.ts';
import type { RequestTerms } from './terms.ts';

type RequestedOption = Pick<
  RequestTerms,
  | 'existingOption'
  | 'collateral'
  | 'priceFeed'
  | 'implementation'
  | 'strikes'
  | 'expiry'
  | 'isBuyer'
>;

/**
 * Returns a key for the option of a request: the existing option, or the new option's terms and the
 * requested side. The key doesn't depend on the size.
 */
export function requestedOption(terms: RequestedOption): string {
  const { existingOption, collateral, priceFeed, implementation, strikes, expiry, isBuyer } = terms;
  // The factory accepts one request about an existing option, for either side.
  if (existingOption !== undefined) return existingOption.toLowerCase();
  const contracts = [collateral, priceFeed, implementation].join(' ').toLowerCase();
  return [contracts, strikes.join(), expiry, isBuyer].join(' ');
}

/** Returns `requestedOption` for the request that a call makes; undefined for other calls. */
export function optionOfCall(data: Hex): string | undefined {
  try {
    const { functionName, args } = decodeFunctionData({ abi: optionFactoryAbi, data });
    if (functionName !== 'requestForQuotation') return undefined;
    const [asked] = args;
    return requestedOption({
      existingOption:
        BigInt(asked.existingOptionAddress) === 0n ? undefined : asked.existingOptionAddress,
      collateral: asked.collateral,
      priceFeed: asked.collateralPriceFeed,
      implementation: asked.implementation,
      strikes: asked.strikes.map(price8),
      expiry: unixSeconds(Number(asked.expiryTimestamp)),
      isBuyer: asked.isRequestingLongPosition,
    });
  } catch {
    // The call isn't one of the wallet's calls to the factory.
    return undefined;
  }
}

/**
 * Returns the id of the request that a call accepts, cancels or settles; undefined for other calls.
 */
export function answeredIn(data: Hex): bigint | undefined {
  try {
    const { functionName, args } = decodeFunctionData({ abi: optionFactoryAbi, data });
    if (functionName === 'settleQuotationEarly') return args[0];
    return functionName === 'cancelQuotation' || functionName === 'settleQuotation'
      ? args[0]
      : undefined;
  } catch {
    return undefined;
  }
}
