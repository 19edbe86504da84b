import { type Address, getAddress, type Hex, type LocalAccount, type TypedDataDomain } from 'viem';
import { FACTORY_R12 } from '../../shared/chain/deployments.ts';
import { optionFactoryAbi } from './abi/full.ts';
import type { Devnet } from './devnet.ts';

/** An offer as its maker signs it. */
export interface Offer {
  readonly quotationId: bigint;
  /** The total, in base units of the collateral token. */
  readonly offerAmount: bigint;
  readonly offeror: Address;
  readonly nonce: bigint;
}

const TYPES = {
  Offer: [
    { name: 'quotationId', type: 'uint256' },
    { name: 'offerAmount', type: 'uint256' },
    { name: 'offeror', type: 'address' },
    { name: 'nonce', type: 'uint64' },
  ],
} as const;

export function offerTypedData(domain: TypedDataDomain, offer: Offer) {
  return { domain, types: TYPES, primaryType: 'Offer', message: offer } as const;
}

/** Reads the factory's domain, whose name and version the devnet can change. */
export async function readDomain({ client }: Pick<Devnet, 'client'>): Promise<TypedDataDomain> {
  const [, name, version, chainId, verifyingContract] = await client.readContract({
    address: FACTORY_R12,
    abi: optionFactoryAbi,
    functionName: 'eip712Domain',
  });
  return { name, version, chainId, verifyingContract: getAddress(verifyingContract) };
}

export async function signOffer(
  devnet: Pick<Devnet, 'client'>,
  account: Pick<LocalAccount, 'signTypedData'>,
  offer: Offer,
): Promise<Hex> {
  return account.signTypedData(offerTypedData(await readDomain(devnet), offer));
}
