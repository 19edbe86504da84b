import * as Type from 'typebox';
import { parseAs, parseJson } from '../../../shared/parse.ts';
import {
  type Offer,
  offerKey,
  type Quotation,
  type QuotationTerms,
  quotationKey,
} from '../../../shared/positions/quotation.ts';
import type { ChainMoment } from '../../../shared/positions/record.ts';
import { contracts, price8, unixSeconds } from '../../../shared/units.ts';
import { addressOf, amountOf, digitsOf, hex, integerOf } from './columns.ts';
import {
  AddressText,
  Digits,
  IntegerColumn,
  Nullable,
  OfferRow,
  QuotationRow,
} from './row-schemas.ts';

/** Whether the terms of a request are unread, read, or unreadable. */
export const TERMS = { unread: 0, read: 1, none: 2 } as const;

const Terms = Type.Object({
  collateral: AddressText,
  collateralPriceFeed: AddressText,
  implementation: AddressText,
  existingOption: AddressText,
  strikes: Type.Array(Digits),
  numContracts: Digits,
  expiry: IntegerColumn,
  offerEnd: IntegerColumn,
  isRequestingLong: Type.Boolean(),
  isConvertedToOrder: Type.Boolean(),
});

/** Stored JSON of a request, with amounts as decimal texts. */
const QuotationBody = Type.Object({
  requesterPublicKey: Type.String(),
  reservePrice: Digits,
  bestPrice: Nullable(Digits),
  winner: Nullable(AddressText),
  option: Nullable(AddressText),
  fee: Nullable(Digits),
  referralId: Nullable(Digits),
  terms: Nullable(Terms),
});

/** Stored JSON of an offer. */
const OfferBody = Type.Object({
  quotationId: Digits,
  factory: AddressText,
  signature: Type.String({ pattern: '^0x[0-9a-fA-F]*$' }),
  signingKey: Type.String(),
  encryptedOffer: Type.String(),
  status: Type.Union([
    Type.Literal('pending'),
    Type.Literal('revealed'),
    Type.Literal('accepted'),
    Type.Literal('rejected'),
    Type.Literal('cancelled'),
  ]),
  amount: Nullable(Digits),
});

export function quotationRowOf(quotation: Quotation, hasTerms: number): QuotationRow {
  const { terms } = quotation;
  const body: Type.Static<typeof QuotationBody> = {
    requesterPublicKey: quotation.requesterPublicKey,
    reservePrice: quotation.reservePrice.toString(),
    bestPrice: digitsOf(quotation.bestPrice),
    winner: quotation.winner ?? null,
    option: quotation.option ?? null,
    fee: digitsOf(quotation.fee),
    referralId: digitsOf(quotation.referralId),
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
    ...momentColumns(quotation),
    has_terms: terms ? TERMS.read : hasTerms,
    body: JSON.stringify(body),
  };
}

/** Returns a stored row as a request; undefined when a column or the row's JSON is invalid. */
export function quotationOf(stored: unknown): Quotation | undefined {
  const row = parseAs(QuotationRow, stored);
  const json = row && parseAs(QuotationBody, parseJson(row.body));
  if (row === undefined || json === undefined) return undefined;
  return {
    factory: hex(row.factory),
    id: BigInt(row.id),
    status: row.status,
    requester: hex(row.requester),
    requesterPublicKey: json.requesterPublicKey,
    reservePrice: BigInt(json.reservePrice),
    ...momentsOf(row),
    bestPrice: amountOf(json.bestPrice),
    winner: addressOf(json.winner),
    option: addressOf(json.option),
    fee: amountOf(json.fee),
    referralId: integerOf(json.referralId),
    terms: json.terms === null ? undefined : termsOf(json.terms),
  };
}

export function offerRowOf(offer: Offer): OfferRow {
  const body: Type.Static<typeof OfferBody> = {
    quotationId: offer.quotationId.toString(),
    factory: offer.factory,
    signature: offer.signature,
    signingKey: offer.signingKey,
    encryptedOffer: offer.encryptedOffer,
    status: offer.status,
    amount: digitsOf(offer.amount),
  };
  return {
    key: offerKey(offer.factory, offer.quotationId, offer.offeror),
    quotation: quotationKey(offer.factory, offer.quotationId),
    offeror: offer.offeror,
    ...momentColumns(offer),
    body: JSON.stringify(body),
  };
}

/** Returns a stored row as an offer; undefined when a column or the row's JSON is invalid. */
export function offerOf(stored: unknown): Offer | undefined {
  const row = parseAs(OfferRow, stored);
  const json = row && parseAs(OfferBody, parseJson(row.body));
  if (row === undefined || json === undefined) return undefined;
  return {
    factory: hex(json.factory),
    quotationId: BigInt(json.quotationId),
    offeror: hex(row.offeror),
    signature: hex(json.signature),
    signingKey: json.signingKey,
    encryptedOffer: json.encryptedOffer,
    status: json.status,
    ...momentsOf(row),
    amount: amountOf(json.amount),
  };
}

function termsOf(json: Type.Static<typeof Terms>): QuotationTerms {
  return {
    collateral: hex(json.collateral),
    collateralPriceFeed: hex(json.collateralPriceFeed),
    implementation: hex(json.implementation),
    existingOption: hex(json.existingOption),
    strikes: json.strikes.map((strike) => price8(BigInt(strike))),
    numContracts: contracts(BigInt(json.numContracts)),
    expiry: unixSeconds(json.expiry),
    offerEnd: unixSeconds(json.offerEnd),
    isRequestingLong: json.isRequestingLong,
    isConvertedToOrder: json.isConvertedToOrder,
  };
}

interface Moments {
  readonly created: ChainMoment;
  readonly updated: ChainMoment;
}

function momentColumns({ created, updated }: Moments) {
  return {
    created_block: created.block,
    created_time: created.timestamp,
    created_tx: created.txHash,
    updated_block: updated.block,
    updated_time: updated.timestamp,
    updated_tx: updated.txHash,
  };
}

function momentsOf(row: QuotationRow | OfferRow): Moments {
  return {
    created: momentOf(row.created_block, row.created_time, row.created_tx),
    updated: momentOf(row.updated_block, row.updated_time, row.updated_tx),
  };
}

function momentOf(block: number, timestamp: number, txHash: string): ChainMoment {
  return { block, timestamp: unixSeconds(timestamp), txHash: hex(txHash) };
}
