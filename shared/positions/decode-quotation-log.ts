import type { Address, Hex } from 'viem';
import { tokenAmount } from '../units.ts';
import type { EventLog } from './event-log.ts';
import { addressAt, bytesAt, textAt, topicAddress, topicUint, uintAt } from './log-data.ts';
import type { QuotationEvent } from './market-event.ts';

type Decoder = (log: EventLog, factory: Address, quotationId: bigint) => QuotationEvent | undefined;

const amountOf =
  (type: 'quotation-fee' | 'quotation-premium'): Decoder =>
  ({ data }, factory, quotationId) => {
    const amount = uintAt(data, 0);
    return amount === undefined
      ? undefined
      : { type, factory, quotationId, amount: tokenAmount(amount) };
  };

const offerOf =
  (type: 'offer-revealed' | 'offer-accepted-early'): Decoder =>
  ({ topics, data }, factory, quotationId) => {
    const offeror = topicAddress(topics[2]);
    const amount = uintAt(data, 0);
    return offeror && amount !== undefined
      ? { type, factory, quotationId, offeror, amount: tokenAmount(amount) }
      : undefined;
  };

const quotationRequested: Decoder = ({ topics, data }, factory, quotationId) => {
  const requester = topicAddress(topics[2]);
  const reservePrice = uintAt(data, 0);
  const requesterPublicKey = textAt(data, 1);
  return requester && reservePrice !== undefined && requesterPublicKey !== undefined
    ? {
        type: 'quotation-requested',
        factory,
        quotationId,
        requester,
        reservePrice,
        requesterPublicKey,
      }
    : undefined;
};

const offerMade: Decoder = ({ topics, data }, factory, quotationId) => {
  const offeror = topicAddress(topics[2]);
  const signature = bytesAt(data, 0);
  const signingKey = textAt(data, 1);
  const encryptedOffer = textAt(data, 2);
  return offeror && signature && signingKey !== undefined && encryptedOffer !== undefined
    ? { type: 'offer-made', factory, quotationId, offeror, signature, signingKey, encryptedOffer }
    : undefined;
};

const offerCancelled: Decoder = ({ topics }, factory, quotationId) => {
  const offeror = topicAddress(topics[2]);
  return offeror && { type: 'offer-cancelled', factory, quotationId, offeror };
};

const offerFromBook: Decoder = ({ topics, data }, factory, quotationId) => {
  const maker = topicAddress(topics[2]);
  const premium = uintAt(data, 0);
  const option = addressAt(data, 1);
  return maker && premium !== undefined && option
    ? {
        type: 'offer-from-book',
        factory,
        quotationId,
        maker,
        premium: tokenAmount(premium),
        option,
      }
    : undefined;
};

const quotationSettled: Decoder = ({ topics, data }, factory, quotationId) => {
  const requester = topicAddress(topics[2]);
  const winner = topicAddress(topics[3]);
  const option = addressAt(data, 0);
  return requester && winner && option
    ? { type: 'quotation-settled', factory, quotationId, requester, winner, option }
    : undefined;
};

const quotationTrackers: Decoder = ({ topics }, factory, quotationId) => {
  const referralId = topicUint(topics[2]);
  return referralId === undefined
    ? undefined
    : { type: 'quotation-trackers', factory, quotationId, referralId };
};

const endedWithoutTrade: Decoder = (_, factory, quotationId) => ({
  type: 'quotation-cancelled',
  factory,
  quotationId,
});

/** The first indexed value of this event is the referral instead of the request. */
const referralRegistered: Decoder = ({ topics }, factory, referralId) => {
  const referrer = topicAddress(topics[2]);
  return referrer && { type: 'referral-registered', factory, referralId, referrer };
};

const referralExecuted: Decoder = ({ topics, data }, factory, referralId) => {
  const quotationId = topicUint(topics[2]);
  const amount = uintAt(data, 0);
  return quotationId === undefined || amount === undefined
    ? undefined
    : { type: 'referral-executed', factory, referralId, quotationId, amount: tokenAmount(amount) };
};

/** First topics of the factories' events. */
const TOPICS = {
  /** `QuotationRequested(uint256,address,uint256,string)` */
  quotationRequested: '0x848964356faaf5170f9011e4eaaf78bdd14cccdf4922aac203161c0dda154a73',
  /** `OfferMade(uint256,address,bytes,string,string)` */
  offerMade: '0x1399c337ec3deced3ef7d9ecb395048be9caa9ac19df28b9333b80124fccc5bf',
  /** `OfferRevealed(uint256,address,uint256)` */
  offerRevealed: '0x88d46bcd092ca80114b7b0d06cf77cf8764d9b7e3f9de3327fdb85da263614f0',
  /** `OfferAcceptedEarly(uint256,address,uint256)` */
  offerAcceptedEarly: '0x442663669145e2d1b18c1e391e32a2b28f56e6861fcb6b101a5b7fe16c9c7d00',
  /** `OfferCancelled(uint256,address,bytes)` */
  offerCancelled: '0xf7bf0c1aa66bcfa7d69ab6c11289d531f84cbc4ed4f5a9aa17a52122b18b6a23',
  /** `OfferAcceptedFromOrderBook(uint256,address,uint256,address)` */
  offerAcceptedFromOrderBook: '0xf9d77c9d31d0c65b6f92c0d1a806c9ca5af7733eb6fbe9f05d0134ebb2ef1f7c',
  /** `QuotationSettled(uint256,address,address,address)` */
  quotationSettled: '0x01eb30e4397b04802dde011fe91f2b2ca455e8e04f2628b0b96183081d9ab637',
  /** `QuotationCancelled(uint256)` */
  quotationCancelled: '0x7fd176f1d5f85765c6a4545f78a7e94ca81288ec9dce6197bb7ae0ace4b1298a',
  /** `SettlementFailedDueToStateChange(uint256)` */
  settlementFailedDueToStateChange:
    '0x7c20f3ab922a43f38f92012c1e3814bd1e16377a43ea1e82a104a6e0d94ca341',
  /** `FeePaid(uint256,uint256)` */
  feePaid: '0x55ccb2f292ca4178d62a951295205699e52af69c6f447b1b8926abab9ea96616',
  /** `PremiumPaid(uint256,address,uint256)` */
  premiumPaid: '0xfbf1458fbbddabb878de144276216e8ccda619cbac2d598e6ee37ff72173afb1',
  /** `QuotationTrackers(uint256,uint256,uint256)` */
  quotationTrackers: '0x113d11aa196e5d5adffe8ccd2b10f9bdb7953bcaee9e38e18df62cac01b92151',
  /** `ReferralRegistered(uint256,address)` */
  referralRegistered: '0x8ffa1915b659a594df66bc53838e72cbb14e27226ee82f0ece63f1a514b44731',
  /** `ReferralRFQExecuted(uint256,uint256,uint256)` */
  referralRFQExecuted: '0x3a8794f9572170efce38c02d18cc865291114c9862be69798d643b6136bc21db',
} as const satisfies Record<string, Hex>;

const DECODERS: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  [TOPICS.quotationRequested, quotationRequested],
  [TOPICS.offerMade, offerMade],
  [TOPICS.offerRevealed, offerOf('offer-revealed')],
  [TOPICS.offerAcceptedEarly, offerOf('offer-accepted-early')],
  [TOPICS.offerCancelled, offerCancelled],
  [TOPICS.offerAcceptedFromOrderBook, offerFromBook],
  [TOPICS.quotationSettled, quotationSettled],
  [TOPICS.quotationCancelled, endedWithoutTrade],
  // The option of the request was changed during the auction.
  [TOPICS.settlementFailedDueToStateChange, endedWithoutTrade],
  [TOPICS.feePaid, amountOf('quotation-fee')],
  [TOPICS.premiumPaid, amountOf('quotation-premium')],
  [TOPICS.quotationTrackers, quotationTrackers],
  [TOPICS.referralRegistered, referralRegistered],
  [TOPICS.referralRFQExecuted, referralExecuted],
]);

/** First topic of `QuotationRequested`. Its other topics are id and requester. */
export const QUOTATION_REQUESTED_TOPIC: Hex = TOPICS.quotationRequested;

/** First topic of `QuotationSettled`. Its other topics include requester and winner. */
export const QUOTATION_SETTLED_TOPIC: Hex = TOPICS.quotationSettled;

export const QUOTATION_TOPICS: readonly Hex[] = Object.values(TOPICS);

/** Decodes a factory's log; undefined for other events and for logs of another form. */
export function decodeQuotationLog(
  topic: string,
  log: EventLog,
  factory: Address,
): QuotationEvent | undefined {
  const decoder = DECODERS.get(topic);
  const id = topicUint(log.topics[1]);
  return decoder === undefined || id === undefined ? undefined : decoder(log, factory, id);
}
