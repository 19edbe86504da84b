import type { Address, Hex } from 'viem';
import { optionAbi } from '../../../../shared/chain/abi/option.ts';
import { FACTORY_R12 } from '../../../../shared/chain/deployments.ts';
import { proxyTarget } from '../../../../shared/chain/minimal-proxy.ts';
import { isSameAddress } from '../../../../shared/is-same-address.ts';
import type { RequestTerms } from '../../../../shared/quotations/terms.ts';
import { contracts, price8, unixSeconds } from '../../../../shared/units.ts';
import { getCode, multicall } from '../../chain/reads.ts';
import type { Rpc } from '../../chain/rpc.ts';
import { QuotationError } from './factory.ts';

/** An option's terms in the form for a request, with the contract's size and order of strikes. */
export type OptionTerms = Omit<RequestTerms, 'requester' | 'offerEnd' | 'isBuyer'> & {
  readonly existingOption: Address;
  /** Packed terms of a physical option. The protocol's own clients leave them out. */
  readonly packed: Hex | undefined;
};

/**
 * Reads the terms of an option for a request to sell it or buy it back.
 * @throws QuotationError `otherFactory` for an option that doesn't name the pinned factory
 */
export async function readOptionTerms(client: Rpc, option: Address): Promise<OptionTerms> {
  const contract = { address: option, abi: optionAbi } as const;
  const [answers, code] = await Promise.all([
    multicall(client, {
      contracts: [
        { ...contract, functionName: 'factory' },
        { ...contract, functionName: 'collateralToken' },
        { ...contract, functionName: 'chainlinkPriceFeed' },
        { ...contract, functionName: 'getStrikes' },
        { ...contract, functionName: 'numContracts' },
        { ...contract, functionName: 'expiryTimestamp' },
        { ...contract, functionName: 'packExtraOptionData' },
      ],
    }),
    getCode(client, { address: option }),
  ]);
  const [factory, collateral, priceFeed, strikes, size, expiry, extra] = answers;
  const implementation = proxyTarget(code);
  if (
    factory.status !== 'success' ||
    !isSameAddress(factory.result, FACTORY_R12) ||
    implementation === undefined
  )
    throw new QuotationError('otherFactory');
  if (
    collateral.status !== 'success' ||
    priceFeed.status !== 'success' ||
    strikes.status !== 'success' ||
    size.status !== 'success' ||
    expiry.status !== 'success'
  )
    throw new QuotationError('otherFactory');
  return {
    existingOption: option,
    collateral: collateral.result,
    priceFeed: priceFeed.result,
    implementation,
    strikes: strikes.result.map(price8),
    contracts: contracts(size.result),
    expiry: unixSeconds(Number(expiry.result)),
    extraOptionData: '0x',
    packed: extra.status === 'success' ? extra.result : undefined,
  };
}
