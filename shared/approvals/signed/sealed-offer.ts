import { CHAIN_ID, FACTORY_R12 } from '../../chain/deployments.ts';
import { OFFER_TYPES } from '../../quotations/offer.ts';
import { encodeType } from '../encode-type.ts';
import { type TypedData, typedDataChainId } from '../typed-data.ts';
import type { SealedOfferFacts } from './facts.ts';
import { integerOf, isFor, type SignedReader, textOf } from './fields.ts';

export const SEALED_OFFER_READERS: Readonly<Record<string, SignedReader>> = {
  [encodeType(OFFER_TYPES, 'Offer')]: sealedOffer,
};

/** Reads the offer. In another contract or on another chain, the type can mean anything. */
function sealedOffer(data: TypedData): SealedOfferFacts | undefined {
  const isPinned = isFor(data, [FACTORY_R12.toLowerCase()]);
  if (!isPinned || typedDataChainId(data) !== BigInt(CHAIN_ID)) return undefined;
  const { quotationId, offerAmount, offeror } = data.message;
  return {
    kind: 'sealedOffer',
    id: integerOf(quotationId),
    amount: integerOf(offerAmount),
    offeror: textOf(offeror),
  };
}
