import { assetOfFeed } from '../../../shared/chain/tokens.ts';
import type { Offer, Quotation } from '../../../shared/positions/quotation.ts';

const ZERO = '0x0000000000000000000000000000000000000000';

/** Returns a request in the format of deployed indexers; null for values that weren't read. */
export function quotationToWire(quotation: Quotation, offers?: readonly Offer[]) {
  const { terms, created, updated } = quotation;
  const isOver = quotation.status !== 'active';
  return {
    id: quotation.id.toString(),
    factory: quotation.factory,
    requester: quotation.requester,
    requesterPublicKey: quotation.requesterPublicKey,
    existingOptionAddress: terms?.existingOption ?? ZERO,
    reservePrice: quotation.reservePrice.toString(),
    status: quotation.status,
    createdAt: created.timestamp,
    createdTx: created.txHash,
    createdBlock: created.block,
    updatedAt: updated.timestamp,
    collateral: terms?.collateral ?? null,
    collateralPriceFeed: terms?.collateralPriceFeed ?? null,
    underlyingAsset: (terms && assetOfFeed(terms.collateralPriceFeed)) ?? null,
    implementation: terms?.implementation ?? null,
    strikes: terms?.strikes.map(String) ?? [],
    numContracts: terms?.numContracts.toString() ?? null,
    expiryTimestamp: terms?.expiry ?? null,
    offerEndTimestamp: terms?.offerEnd ?? null,
    isRequestingLongPosition: terms?.isRequestingLong ?? null,
    convertToLimitOrder: terms?.isConvertedToOrder ?? null,
    currentBestPrice: (quotation.bestPrice ?? quotation.reservePrice).toString(),
    referralId: quotation.referralId?.toString() ?? null,
    ...(isOver && { closedTx: updated.txHash, closedBlock: updated.block }),
    ...(quotation.winner !== undefined && { winner: quotation.winner }),
    ...(quotation.option !== undefined && { optionAddress: quotation.option }),
    ...(quotation.fee !== undefined && { feeAmount: quotation.fee.toString() }),
    ...(offers && {
      offers: Object.fromEntries(offers.map((offer) => [offer.offeror, offerToWire(offer)])),
    }),
  };
}

export function offerToWire(offer: Offer) {
  return {
    quotationId: offer.quotationId.toString(),
    factory: offer.factory,
    offeror: offer.offeror,
    signature: offer.signature,
    signingKey: offer.signingKey,
    signedOfferForRequester: offer.encryptedOffer,
    status: offer.status,
    createdAt: offer.created.timestamp,
    createdTx: offer.created.txHash,
    createdBlock: offer.created.block,
    updatedAt: offer.updated.timestamp,
    ...(offer.amount !== undefined && { revealedAmount: offer.amount.toString() }),
  };
}
