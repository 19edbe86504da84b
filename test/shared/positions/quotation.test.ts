import { type Hex, zeroAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { decodeLog } from '../../../shared/positions/decode-log.ts';
import type { EventLog } from '../../../shared/positions/event-log.ts';
import {
  applyQuotations,
  type Offer,
  type Quotation,
  quotationKey,
} from '../../../shared/positions/quotation.ts';
import { unixSeconds } from '../../../shared/units.ts';
import { BUYER, encodeLog, FACTORY, OTHER, optionAddress, SELLER } from './event-logs.ts';

function history(...transactions: EventLog[][]) {
  const quotations = new Map<string, Quotation>();
  const offers = new Map<string, Offer>();
  transactions.forEach((logs, i) => {
    const changes = applyQuotations(
      {
        hash: `0x${i.toString(16).padStart(64, '0')}` as Hex,
        block: i,
        timestamp: unixSeconds(i),
        events: logs.flatMap((log, logIndex) => {
          const event = decodeLog(log);
          return event ? [{ event, logIndex }] : [];
        }),
      },
      {
        quotation: (key) => quotations.get(key),
        offers: (key) =>
          [...offers.values()].filter((o) => quotationKey(o.factory, o.quotationId) === key),
      },
    );
    for (const [key, quotation] of changes.quotations) quotations.set(key, quotation);
    for (const [key, offer] of changes.offers) offers.set(key, offer);
  });
  return { quotations: [...quotations.values()], offers: [...offers.values()] };
}

const event = (name: string, values: Record<string, unknown>, emitter = FACTORY) =>
  encodeLog(emitter, name, { quotationId: 7n, ...values });
const requested = event('QuotationRequested', {
  requester: BUYER,
  reservePrice: 5n,
  requesterPublicKey: 'key',
});
const offer = (offeror: string) =>
  event('OfferMade', {
    offeror,
    offerSignature: '0x12',
    signingKey: 'k',
    signedOfferForRequester: 'sealed',
  });
const settled = event('QuotationSettled', {
  requester: BUYER,
  winner: SELLER,
  optionAddress: optionAddress(1),
});

describe('a request for quotation', () => {
  it('treats a request as active from its creation', () => {
    const trackers = event('QuotationTrackers', { referralId: 3n, tracking: 0n });
    expect(history([requested, trackers]).quotations).toMatchObject([
      {
        factory: FACTORY,
        id: 7n,
        status: 'active',
        requester: BUYER,
        reservePrice: 5n,
        referralId: 3n,
        terms: undefined,
      },
    ]);
  });

  it('settles a request by accepting the winning offer and rejecting the other offers', () => {
    const revealed = event('OfferRevealed', { offeror: SELLER, amount: 99n });
    const fee = event('FeePaid', { amount: 2n });
    const { quotations, offers } = history(
      [requested],
      [offer(SELLER)],
      [offer(OTHER)],
      [revealed],
      [fee, settled],
    );
    expect(quotations).toMatchObject([
      {
        status: 'settled',
        winner: SELLER,
        option: optionAddress(1),
        fee: 2n,
        bestPrice: 99n,
        updated: { block: 4 },
      },
    ]);
    expect(offers).toMatchObject([
      {
        offeror: SELLER,
        status: 'accepted',
        amount: 99n,
        created: { block: 1 },
        updated: { block: 4 },
      },
      { offeror: OTHER, status: 'rejected', amount: undefined },
    ]);
  });

  it('accepts an offer within the transaction that settles the request early', () => {
    const early = event('OfferAcceptedEarly', { offeror: SELLER, offerAmount: 50n });
    const { quotations, offers } = history([requested], [offer(SELLER)], [early, settled]);
    expect(quotations).toMatchObject([{ status: 'settled', bestPrice: 50n }]);
    expect(offers).toMatchObject([{ status: 'accepted', amount: 50n }]);
  });

  it('lists a cancelled request as cancelled, and keeps a cancelled offer cancelled after the request settles', () => {
    const withdrawn = event('OfferCancelled', { offeror: OTHER, offerSignature: '0x12' });
    expect(history([requested], [event('QuotationCancelled', {})]).quotations).toMatchObject([
      { status: 'cancelled' },
    ]);
    expect(history([requested], [offer(OTHER)], [withdrawn], [settled]).offers).toMatchObject([
      { status: 'cancelled' },
    ]);
  });

  it('ends a request without a trade when its option changed during the auction or when the request settled without a winner', () => {
    const failed = event('SettlementFailedDueToStateChange', {});
    const unfilled = event('QuotationSettled', {
      requester: BUYER,
      winner: zeroAddress,
      optionAddress: zeroAddress,
    });
    for (const log of [failed, unfilled])
      expect(history([requested], [log]).quotations).toMatchObject([
        { status: 'cancelled', winner: undefined, option: undefined },
      ]);
  });

  it('ignores a request of an unknown factory', () => {
    const foreign = event(
      'QuotationRequested',
      { requester: BUYER, reservePrice: 5n, requesterPublicKey: 'key' },
      OTHER,
    );
    expect(history([foreign]).quotations).toEqual([]);
  });
});
