import { type Address, type Hex, zeroAddress } from 'viem';
import type { Contracts, Price8, TokenAmount, UnixSeconds } from '../units.ts';
import { KNOWN_EMITTERS, type TransactionEvents, type TrustedEmitters } from './from-logs.ts';
import type { QuotationEvent } from './market-event.ts';
import type { ChainMoment } from './record.ts';

/** Terms of a request. They are read from the factory, because events don't contain them. */
export interface QuotationTerms {
  readonly collateral: Address;
  readonly collateralPriceFeed: Address;
  readonly implementation: Address;
  readonly existingOption: Address;
  readonly strikes: readonly Price8[];
  readonly numContracts: Contracts;
  readonly expiry: UnixSeconds;
  readonly offerEnd: UnixSeconds;
  readonly isRequestingLong: boolean;
  readonly isConvertedToOrder: boolean;
}

/** A request to makers. Each factory counts ids from zero, so the key includes factory and id. */
export interface Quotation {
  readonly factory: Address;
  readonly id: bigint;
  readonly status: 'active' | 'settled' | 'cancelled';
  readonly requester: Address;
  readonly requesterPublicKey: string;
  readonly reservePrice: bigint;
  readonly created: ChainMoment;
  readonly updated: ChainMoment;
  /** Best revealed or accepted amount until now. */
  readonly bestPrice: TokenAmount | undefined;
  readonly winner: Address | undefined;
  readonly option: Address | undefined;
  readonly fee: TokenAmount | undefined;
  readonly referralId: bigint | undefined;
  /** Undefined until read from the factory. */
  readonly terms: QuotationTerms | undefined;
}

export interface Offer {
  readonly factory: Address;
  readonly quotationId: bigint;
  readonly offeror: Address;
  readonly signature: Hex;
  readonly signingKey: string;
  readonly encryptedOffer: string;
  readonly status: 'pending' | 'revealed' | 'accepted' | 'rejected' | 'cancelled';
  readonly created: ChainMoment;
  readonly updated: ChainMoment;
  readonly amount: TokenAmount | undefined;
}

export interface QuotationChanges {
  /** By `quotationKey`. */
  readonly quotations: Map<string, Quotation>;
  /** By `offerKey`. */
  readonly offers: Map<string, Offer>;
}

export function quotationKey(factory: Address, id: bigint): string {
  return `${factory}:${id}`;
}

export function offerKey(factory: Address, id: bigint, offeror: Address): string {
  return `${factory}:${id}:${offeror}`;
}

/**
 * Applies one transaction to the requests and offers that the lookups return. Returns the created
 * or changed requests and offers. Pure; ignores events of unknown factories.
 */
export function applyQuotations(
  transaction: TransactionEvents,
  lookup: {
    quotation(key: string): Quotation | undefined;
    offers(quotationKey: string): readonly Offer[];
  },
  trusted: TrustedEmitters = KNOWN_EMITTERS,
): QuotationChanges {
  const changes: QuotationChanges = { quotations: new Map(), offers: new Map() };
  const moment: ChainMoment = {
    block: transaction.block,
    timestamp: transaction.timestamp,
    txHash: transaction.hash,
  };
  for (const { event } of transaction.events) {
    if (!('factory' in event) || !trusted.factories.has(event.factory)) continue;
    if (!('quotationId' in event) || event.type === 'referral-executed') continue;
    const key = quotationKey(event.factory, event.quotationId);
    const quotation = changes.quotations.get(key) ?? lookup.quotation(key);
    const next = nextQuotation(quotation, event, moment);
    if (next) changes.quotations.set(key, next);
    const offers = new Map<Address, Offer>();
    for (const offer of lookup.offers(key)) offers.set(offer.offeror, offer);
    for (const offer of changes.offers.values())
      if (quotationKey(offer.factory, offer.quotationId) === key) offers.set(offer.offeror, offer);
    for (const offer of nextOffers(offers, event, moment))
      changes.offers.set(offerKey(offer.factory, offer.quotationId, offer.offeror), offer);
  }
  return changes;
}

type OfQuotation = Extract<QuotationEvent, { quotationId: bigint }>;

function nextQuotation(
  quotation: Quotation | undefined,
  event: OfQuotation,
  moment: ChainMoment,
): Quotation | undefined {
  if (event.type === 'quotation-requested')
    return quotation
      ? undefined
      : {
          factory: event.factory,
          id: event.quotationId,
          status: 'active',
          requester: event.requester,
          requesterPublicKey: event.requesterPublicKey,
          reservePrice: event.reservePrice,
          created: moment,
          updated: moment,
          bestPrice: undefined,
          winner: undefined,
          option: undefined,
          fee: undefined,
          referralId: undefined,
          terms: undefined,
        };
  if (quotation === undefined) return undefined;
  const updated = { ...quotation, updated: moment };
  switch (event.type) {
    case 'offer-revealed':
    case 'offer-accepted-early':
      return { ...updated, bestPrice: event.amount };
    case 'offer-from-book':
      return { ...updated, bestPrice: event.premium, winner: event.maker, option: event.option };
    case 'quotation-settled':
      return event.option === zeroAddress
        ? { ...updated, status: 'cancelled' }
        : { ...updated, status: 'settled', winner: event.winner, option: event.option };
    case 'quotation-cancelled':
      return { ...updated, status: 'cancelled' };
    case 'quotation-fee':
      return { ...updated, fee: event.amount };
    case 'quotation-trackers':
      return { ...updated, referralId: event.referralId };
    default:
      return undefined;
  }
}

/**
 * Returns the offers that an event creates or changes. A settlement accepts the winner's offer and
 * rejects all other offers.
 */
function nextOffers(
  offers: ReadonlyMap<Address, Offer>,
  event: OfQuotation,
  moment: ChainMoment,
): Offer[] {
  switch (event.type) {
    case 'offer-made': {
      const { factory, quotationId, offeror, signature, signingKey, encryptedOffer } = event;
      const made = { factory, quotationId, offeror, signature, signingKey, encryptedOffer };
      const created = offers.get(offeror)?.created ?? moment;
      return [{ ...made, status: 'pending', created, updated: moment, amount: undefined }];
    }
    case 'offer-revealed':
    case 'offer-accepted-early': {
      const offer = offers.get(event.offeror);
      const status = event.type === 'offer-revealed' ? 'revealed' : 'accepted';
      return offer ? [{ ...offer, status, amount: event.amount, updated: moment }] : [];
    }
    case 'offer-cancelled': {
      const offer = offers.get(event.offeror);
      return offer ? [{ ...offer, status: 'cancelled', updated: moment }] : [];
    }
    case 'quotation-settled':
      return [...offers.values()]
        .filter(({ status }) => status !== 'cancelled')
        .map((offer) => ({
          ...offer,
          status: offer.offeror === event.winner ? ('accepted' as const) : ('rejected' as const),
          updated: moment,
        }));
    default:
      return [];
  }
}
