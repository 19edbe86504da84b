import { assetOfFeed, tokenAt } from '../../../shared/chain/tokens.ts';
import { fillFee } from '../../../shared/orders/fees.ts';
import { implementationAt } from '../../../shared/orders/products.ts';
import { ascending } from '../../../shared/orders/strikes.ts';
import { stageEnd, stageOf } from '../../../shared/quotations/stage.ts';
import type { OfferView, QuotationView } from '../../../shared/quotations/view.ts';
import type { Price8, UnixSeconds } from '../../../shared/units.ts';
import type { CheckedOffer, OpenedOffers } from './offer-views.ts';
import type { RequestEvents } from './read-offers.ts';
import type { RequestState } from './read-requests.ts';

/** Returns a request as the pages show it. Without events, its offers aren't known. */
export function quotationView(
  input: OpenedOffers & {
    request: RequestState;
    revealWindow: number;
    now: UnixSeconds;
    events: RequestEvents | undefined;
    spotOf: (asset: string) => Price8 | undefined;
  },
): QuotationView {
  const { request, now, events } = input;
  const facts = { ...request, revealWindow: input.revealWindow };
  const end = stageEnd(facts, now);
  const asset = assetOfFeed(request.priceFeed);
  const product = implementationAt(request.implementation)?.product;
  const token = tokenAt(request.collateral);
  const spot = asset === undefined ? undefined : input.spotOf(asset);
  const { paid } = events ?? {};
  return {
    id: request.id.toString(),
    stage: stageOf(facts, now),
    ...(end === undefined ? {} : { stageEnd: end }),
    ...(request.existing === undefined ? {} : { existing: request.existing }),
    ...(request.option === undefined ? {} : { option: request.option }),
    isBuyer: request.isBuyer,
    ...(asset === undefined ? {} : { asset }),
    ...(product === undefined ? {} : { product: product.name }),
    strikes: ascending(request.strikes).map(String),
    expiry: request.expiry,
    token: {
      address: request.collateral,
      ...(token === undefined ? {} : { symbol: token.symbol }),
      decimals: token?.decimals ?? 0,
    },
    contracts: request.contracts.toString(),
    ...(request.hasWinner || request.end !== undefined ? {} : { limit: request.best.toString() }),
    escrow: request.escrow.toString(),
    offers: input.offers.map((offer) => offerView(offer, request, product, spot)),
    unreadable: input.unreadable,
    ...(input.unopened === 0 ? {} : { unopened: input.unopened }),
    ...(events === undefined ? {} : { offersFrom: events.source }),
    ...(paid === undefined
      ? {}
      : { paid: { amount: paid.amount.toString(), fee: paid.fee.toString() } }),
  };
}

function offerView(
  { offeror, amount, state, isKnown }: CheckedOffer,
  { contracts, isBuyer }: RequestState,
  product: { readonly isQuoteCollateral: boolean } | undefined,
  spot: Price8 | undefined,
): OfferView {
  const fee =
    product === undefined
      ? undefined
      : fillFee({ contracts, premium: amount, isQuoteCollateral: product.isQuoteCollateral, spot });
  // The fee is part of the premium: a buyer pays no more than that, a seller gets the rest.
  const net = isBuyer ? amount : fee === undefined ? undefined : amount - fee;
  return {
    offeror,
    amount: amount.toString(),
    ...(net === undefined ? {} : { net: net.toString() }),
    state,
    ...(isKnown ? { isKnown } : {}),
  };
}
