import type { Address } from 'viem';
import { fromUtf8 } from '../../../shared/bytes.ts';
import type { Wait } from '../../../shared/ports.ts';
import type { Offer } from '../../../shared/positions/quotation.ts';
import { type OfferDomain, readOffer, type SignedOffer } from '../../../shared/quotations/offer.ts';
import type { OfferState } from '../../../shared/quotations/view.ts';
import type { TokenAmount } from '../../../shared/units.ts';
import type { IsKnownMaker } from '../market/options/read-offers.ts';
import { isSealed } from '../signer/offer-key.ts';
import type { Signer } from '../signer/signer.ts';

/** An offer that its offeror signed for the request. */
export interface CheckedOffer extends SignedOffer {
  readonly offeror: Address;
  readonly state: OfferState;
  /** True if the offeror also signs orders of the feed. */
  readonly isKnown: boolean;
}

export interface OpenedOffers {
  /** Offers that can be accepted come first, then known makers' offers, then the best amounts. */
  readonly offers: readonly CheckedOffer[];
  /** Number of offers that aren't sealed for the account or aren't signed by their offeror. */
  readonly unreadable: number;
  readonly unopened: number;
}

/**
 * Number of known makers' offers that a list waits for. `FIRST` is the number of other offers. Each
 * offer costs a key agreement.
 */
const FIRST_KNOWN = 100;
const FIRST = 20;
const MAX_KEPT = 50_000;

/**
 * Returns a function that opens offers to an account and checks their signatures. Anyone can post
 * offers, so the sequence of offers means nothing: known makers' offers and a few others are opened
 * first, the remaining offers afterwards for the next list. Each offer is opened once.
 */
export function createOfferOpener(deps: {
  signer: Pick<Signer, 'openOffer' | 'canSign'>;
  isKnownMaker: IsKnownMaker;
  wait: Wait;
}) {
  const { signer, isKnownMaker } = deps;
  const opened = new Map<string, SignedOffer | undefined>();
  const running = new Map<string, Promise<void>>();
  /** Offers to open later, by their keys. */
  const later = new Map<string, () => Promise<unknown>>();
  let isOpening = false;

  function open(account: Address, domain: OfferDomain, offer: Offer, key: string): Promise<void> {
    const opening = running.get(key) ?? openNow(account, domain, offer, key);
    running.set(key, opening);
    return opening.finally(() => running.delete(key));
  }

  async function openNow(account: Address, domain: OfferDomain, offer: Offer, key: string) {
    const { quotationId, offeror, signature, signingKey, encryptedOffer } = offer;
    if (opened.has(key)) return;
    const bytes = await signer.openOffer(account, { signingKey, encryptedOffer });
    const text = bytes === undefined ? '' : textOf(bytes);
    if (opened.size >= MAX_KEPT) opened.clear();
    opened.set(key, readOffer(text, { domain, quotationId, offeror, signature }));
  }

  /** Opens offers one by one, so that the worker can do other work in between. */
  async function openLater(): Promise<void> {
    if (isOpening) return;
    isOpening = true;
    try {
      for (const [key, start] of later) {
        later.delete(key);
        // While the wallet is locked, no offer is opened. The next list tries again.
        await start().catch(() => undefined);
        await deps.wait(0);
      }
    } finally {
      isOpening = false;
    }
  }

  return async function openOffers(
    account: Address,
    domain: OfferDomain,
    offers: readonly Offer[],
    request: { readonly isBuyer: boolean; readonly limit: TokenAmount | undefined },
  ): Promise<OpenedOffers> {
    const all = offers.filter(isSealed).map((offer) => ({ offer, key: keyOf(account, offer) }));
    const fresh = all.filter(({ key }) => !opened.has(key));
    const known = fresh.filter(({ offer }) => isKnownMaker(offer.offeror)).slice(0, FIRST_KNOWN);
    const others = fresh.filter(({ offer }) => !isKnownMaker(offer.offeror)).slice(0, FIRST);
    for (const { offer, key } of [...known, ...others]) await open(account, domain, offer, key);
    for (const { offer, key } of fresh)
      if (!opened.has(key)) later.set(key, () => open(account, domain, offer, key));
    void openLater();
    const found = all.flatMap(({ offer, key }): CheckedOffer[] => {
      const signed = opened.get(key);
      if (signed === undefined) return [];
      const { offeror } = offer;
      const isKnown = isKnownMaker(offeror);
      return [{ ...signed, offeror, isKnown, state: stateOf(offer, signed, request) }];
    });
    const unopened = all.filter(({ key }) => !opened.has(key)).length;
    return {
      offers: found.toSorted(orderOf(request.isBuyer)),
      unreadable: offers.length - found.length - unopened,
      unopened,
    };
  };
}

const orderOf =
  (isBuyer: boolean) =>
  (a: CheckedOffer, b: CheckedOffer): number => {
    const rank = ({ state, isKnown }: CheckedOffer) =>
      (state === 'open' ? 0 : 2) + (isKnown ? 0 : 1);
    if (rank(a) !== rank(b)) return rank(a) - rank(b);
    if (a.amount === b.amount) return 0;
    return a.amount < b.amount === isBuyer ? -1 : 1;
  };

function keyOf(account: Address, offer: Offer): string {
  const { quotationId, offeror, signature, signingKey, encryptedOffer } = offer;
  return [account, quotationId, offeror, signature, signingKey, encryptedOffer].join(' ');
}

function textOf(bytes: Uint8Array): string {
  try {
    return fromUtf8(bytes);
  } catch {
    // Anyone can seal any bytes.
    return '';
  }
}

function stateOf(
  { status }: Offer,
  { amount }: SignedOffer,
  { isBuyer, limit }: { isBuyer: boolean; limit: TokenAmount | undefined },
): OfferState {
  switch (status) {
    case 'cancelled':
      return 'withdrawn';
    case 'rejected':
      return 'lost';
    case 'pending': {
      const isBeyond = limit !== undefined && (isBuyer ? amount > limit : amount < limit);
      return isBeyond ? 'beyondLimit' : 'open';
    }
    default:
      return status;
  }
}
