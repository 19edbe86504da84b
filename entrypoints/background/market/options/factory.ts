import type { Address } from 'viem';
import { optionFactoryAbi } from '../../../../shared/chain/abi/option-factory.ts';
import { CHAIN_ID, FACTORY_R12 } from '../../../../shared/chain/deployments.ts';
import { CondorError } from '../../../../shared/errors.ts';
import { isSameAddress } from '../../../../shared/is-same-address.ts';
import type { FACTORY_CODES } from '../../../../shared/messages/failure-codes.ts';
import { OFFER_TYPE_HASH, type OfferDomain } from '../../../../shared/quotations/offer.ts';
import { multicall } from '../../chain/reads.ts';
import type { Rpc } from '../../chain/rpc.ts';

type Code =
  | (typeof FACTORY_CODES)[number]
  | 'askedByOther'
  /** A procedure in progress needs the money. */
  | 'fillRunning'
  | 'revocationRunning'
  | 'wayBackRunning'
  | 'paymentRunning';

/** Thrown when a request to makers, an answer to a request, or a split isn't possible. */
export class QuotationError extends CondorError<Code> {
  constructor(code: Code, options: ConstructorParameters<typeof CondorError>[2] = {}) {
    super(code, code, options);
  }
}

export interface Factory {
  readonly address: Address;
  readonly domain: OfferDomain;
  /** Seconds for revealing offers, after the time for making offers has ended. */
  readonly revealWindow: number;
}

/** The deployed factory's window is a minute. A window of more than a day is implausible. */
const MAX_REVEAL_SECONDS = 86_400n;

/**
 * Returns a function that reads the factory's constants once.
 * @throws QuotationError `factoryDiffers` when the factory doesn't check the wallet's signatures
 */
export function createFactoryReader(client: Rpc): () => Promise<Factory> {
  let reading: Promise<Factory> | undefined;
  return () => {
    // Concurrent callers share one read.
    reading ??= readFactory(client).catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    return reading;
  };
}

async function readFactory(client: Rpc): Promise<Factory> {
  const factory = { address: FACTORY_R12, abi: optionFactoryAbi } as const;
  const [typeHash, domain, revealWindow] = await multicall(client, {
    allowFailure: false,
    contracts: [
      { ...factory, functionName: 'OFFER_TYPEHASH' },
      { ...factory, functionName: 'eip712Domain' },
      { ...factory, functionName: 'REVEAL_WINDOW' },
    ],
  });
  const [, name, version, chainId, verifyingContract] = domain;
  if (
    typeHash.toLowerCase() !== OFFER_TYPE_HASH ||
    chainId !== BigInt(CHAIN_ID) ||
    !isSameAddress(verifyingContract, FACTORY_R12) ||
    revealWindow > MAX_REVEAL_SECONDS
  )
    throw new QuotationError('factoryDiffers');
  return {
    address: FACTORY_R12,
    domain: { name, version, chainId: CHAIN_ID, verifyingContract: FACTORY_R12 },
    revealWindow: Number(revealWindow),
  };
}
