import type { Address, Hex } from 'viem';
import {
  type Offer,
  offerKey,
  type Quotation,
  type QuotationTerms,
  quotationKey,
} from '../../shared/positions/quotation.ts';
import type { ChainMoment } from '../../shared/positions/record.ts';
import { contracts, price8, tokenAmount, type UnixSeconds } from '../../shared/units.ts';
import type { OfferRow, QuotationRow } from './tables.ts';

/** Terms were read, are still to be read, or are not to be had. */
export const TERMS = { unread: 0, read: 1, none: 2 } as const;

interface MomentJson {
  readonly block: number;
  readonly timestamp: number;
  readonly txHash: string;
}

/** What is stored of a request: its fields with amounts as decimal texts. */
interface QuotationJson {
  readonly status: Quotation['status'];
  readonly requester: string;
  readonly requesterPublicKey: string;
  readonly reservePrice: string;
  readonly created: MomentJson;
  readonly updated: MomentJson;
  readonly bestPrice: string | null;
  readonly winner: string | null;
  readonly option: string | null;
  readonly fee: string | null;
  readonly referralId: string | null;
  readonly terms: TermsJson | null;
}

interface TermsJson {
  readonly collateral: string;
  readonly collateralPriceFeed: string;
  readonly implementation: string;
  readonly existingOption: string;
  readonly strikes: readonly string[];
  readonly numContracts: string;
  readonly expiry: number;
  readonly offerEnd: number;
  readonly isRequestingLong: boolean;
  readonly isConvertedToOrder: boolean;
}

interface OfferJson {
  readonly quotationId: string;
  readonly factory: string;
  readonly signature: string;
  readonly signingKey: string;
  readonly encryptedOffer: string;
  readonly status: Offer['status'];
  readonly created: MomentJson;
  readonly updated: MomentJson;
  readonly amount: string | null;
}

export function quotationRowOf(quotation: Quotation, hasTerms: number): QuotationRow {
  const { terms } = quotation;
  const body: QuotationJson = {
    status: quotation.status,
    requester: quotation.requester,
    requesterPublicKey: quotation.requesterPublicKey,
    reservePrice: quotation.reservePrice.toString(),
    created: quotation.created,
    updated: quotation.updated,
    bestPrice: textOf(quotation.bestPrice),
    winner: quotation.winner ?? null,
    option: quotation.option ?? null,
    fee: textOf(quotation.fee),
    referralId: textOf(quotation.referralId),
    terms: terms
      ? {
          ...terms,
          strikes: terms.strikes.map(String),
          numContracts: terms.numContracts.toString(),
        }
      : null,
  };
  return {
    key: quotationKey(quotation.factory, quotation.id),
    id: quotation.id.toString(),
    factory: quotation.factory,
    requester: quotation.requester,
    status: quotation.status,
    created_block: quotation.created.block,
    has_terms: terms ? TERMS.read : hasTerms,
    body: JSON.stringify(body),
  };
}

/** The request of a row that `quotationRowOf` made. */
export function quotationOf(row: Pick<QuotationRow, 'id' | 'factory' | 'body'>): Quotation {
  const json: QuotationJson = JSON.parse(row.body);
  return {
    factory: row.factory as Address,
    id: BigInt(row.id),
    status: json.status,
    requester: json.requester as Address,
    requesterPublicKey: json.requesterPublicKey,
    reservePrice: BigInt(json.reservePrice),
    created: momentOf(json.created),
    updated: momentOf(json.updated),
    bestPrice: amountOf(json.bestPrice),
    winner: addressOf(json.winner),
    option: addressOf(json.option),
    fee: amountOf(json.fee),
    referralId: json.referralId === null ? undefined : BigInt(json.referralId),
    terms: json.terms === null ? undefined : termsOf(json.terms),
  };
}

export function offerRowOf(offer: Offer): OfferRow {
  const body: OfferJson = {
    quotationId: offer.quotationId.toString(),
    factory: offer.factory,
    signature: offer.signature,
    signingKey: offer.signingKey,
    encryptedOffer: offer.encryptedOffer,
    status: offer.status,
    created: offer.created,
    updated: offer.updated,
    amount: textOf(offer.amount),
  };
  return {
    key: offerKey(offer.factory, offer.quotationId, offer.offeror),
    quotation: quotationKey(offer.factory, offer.quotationId),
    offeror: offer.offeror,
    created_block: offer.created.block,
    body: JSON.stringify(body),
  };
}

/** The offer of a row that `offerRowOf` made. */
export function offerOf(row: Pick<OfferRow, 'offeror' | 'body'>): Offer {
  const json: OfferJson = JSON.parse(row.body);
  return {
    factory: json.factory as Address,
    quotationId: BigInt(json.quotationId),
    offeror: row.offeror as Address,
    signature: json.signature as Hex,
    signingKey: json.signingKey,
    encryptedOffer: json.encryptedOffer,
    status: json.status,
    created: momentOf(json.created),
    updated: momentOf(json.updated),
    amount: amountOf(json.amount),
  };
}

function termsOf(json: TermsJson): QuotationTerms {
  return {
    collateral: json.collateral as Address,
    collateralPriceFeed: json.collateralPriceFeed as Address,
    implementation: json.implementation as Address,
    existingOption: json.existingOption as Address,
    strikes: json.strikes.map((strike) => price8(BigInt(strike))),
    numContracts: contracts(BigInt(json.numContracts)),
    expiry: json.expiry as UnixSeconds,
    offerEnd: json.offerEnd as UnixSeconds,
    isRequestingLong: json.isRequestingLong,
    isConvertedToOrder: json.isConvertedToOrder,
  };
}

function momentOf({ block, timestamp, txHash }: MomentJson): ChainMoment {
  return { block, timestamp: timestamp as UnixSeconds, txHash: txHash as Hex };
}

function addressOf(text: string | null): Address | undefined {
  return text === null ? undefined : (text as Address);
}

function amountOf(text: string | null) {
  return text === null ? undefined : tokenAmount(BigInt(text));
}

function textOf(value: bigint | undefined): string | null {
  return value === undefined ? null : value.toString();
}
