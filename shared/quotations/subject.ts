import { decodeFunctionData, type Hex } from 'viem';
import { optionFactoryAbi } from '../chain/abi/option-factory.ts';
import { price8, unixSeconds } from '../units.ts';
import type { RequestTerms } from './terms.ts';

type Subject = Pick<
  RequestTerms,
  'existingOption' | 'implementation' | 'strikes' | 'expiry' | 'isBuyer'
>;

/** Returns a text that only requests about the same option have in common. */
export function subjectOf(terms: Subject): string {
  const { existingOption, implementation, strikes, expiry, isBuyer } = terms;
  // The factory takes one request about an existing option, for either side.
  if (existingOption !== undefined) return existingOption.toLowerCase();
  return [implementation.toLowerCase(), strikes.join(), expiry, isBuyer].join(' ');
}

/** Returns the subject of a call that asks makers; undefined for other calls. */
export function subjectOfCall(data: Hex): string | undefined {
  try {
    const { functionName, args } = decodeFunctionData({ abi: optionFactoryAbi, data });
    if (functionName !== 'requestForQuotation') return undefined;
    const [asked] = args;
    return subjectOf({
      existingOption:
        BigInt(asked.existingOptionAddress) === 0n ? undefined : asked.existingOptionAddress,
      implementation: asked.implementation,
      strikes: asked.strikes.map(price8),
      expiry: unixSeconds(Number(asked.expiryTimestamp)),
      isBuyer: asked.isRequestingLongPosition,
    });
  } catch {
    // Not a call of the factory that the wallet makes.
    return undefined;
  }
}
