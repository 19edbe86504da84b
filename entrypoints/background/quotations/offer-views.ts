import type { Address } from 'viem';
import { fromUtf8 } from '../../../shared/bytes.ts';
import type { Offer } from '../../../shared/positions/quotation.ts';
import { type OfferDomain, readOffer, type SignedOffer } from '../../../shared/quotations/offer.ts';
import type { OfferState } from '../../../shared/quotations/view.ts';
import type { TokenAmount } from '../../../shared/units.ts';
import type { Signer } from '../signer/signer.ts';

/** An offer that its offeror signed for the request. */
export interface CheckedOffer extends SignedOffer {
  readonly offeror: Address;
  readonly state: OfferState;
}

/** Offers of a request to open at most. Anybody can post offers. */
const MOST_OFFERS = 500;
const MOST_KEPT = 2_000;

/**
 * Returns a function that opens offers to an account and checks their signatures. Each is opened
 * once; only those that can be opened are kept.
 */
export function createOfferOpener(signer: Pick<Signer, 'openOffer'>) {
  const opened = new Map<string, SignedOffer | undefined>();

  async function open(
    account: Address,
    domain: OfferDomain,
    offer: Offer,
  ): Promise<SignedOffer | undefined> {
    const { quotationId, offeror, signature, signingKey, encryptedOffer } = offer;
    const key = [account, quotationId, offeror, signature, signingKey, encryptedOffer].join(' ');
    if (!opened.has(key)) {
      const bytes = await signer.openOffer(account, { signingKey, encryptedOffer });
      const text = bytes === undefined ? '' : textOf(bytes);
      if (opened.size >= MOST_KEPT) opened.clear();
      opened.set(key, readOffer(text, { domain, quotationId, offeror, signature }));
    }
    return opened.get(key);
  }

  return async function openOffers(
    account: Address,
    domain: OfferDomain,
    offers: readonly Offer[],
    request: { readonly isBuyer: boolean; readonly limit: TokenAmount | undefined },
  ): Promise<{ readonly offers: readonly CheckedOffer[]; readonly unreadable: number }> {
    const found: CheckedOffer[] = [];
    for (const offer of offers.slice(0, MOST_OFFERS)) {
      const signed = await open(account, domain, offer);
      if (signed === undefined) continue;
      found.push({ ...signed, offeror: offer.offeror, state: stateOf(offer, signed, request) });
    }
    const best = request.isBuyer ? 1 : -1;
    const sorted = found.toSorted((a, b) => (a.amount < b.amount ? -best : best));
    return { offers: sorted, unreadable: offers.length - found.length };
  };
}

function textOf(bytes: Uint8Array): string {
  try {
    return fromUtf8(bytes);
  } catch {
    // Anybody can seal any bytes.
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
      return isBeyond ? 'beyond limit' : 'open';
    }
    default:
      return status;
  }
}
