import { assetOfFeed, tokenAt } from '../../../shared/chain/tokens.ts';
import { fillFee } from '../../../shared/orders/fees.ts';
import { implementationAt } from '../../../shared/orders/products.ts';
import { ascending } from '../../../shared/orders/strikes.ts';
import { stageEnd, stageOf } from '../../../shared/quotations/stage.ts';
import type { QuotationView } from '../../../shared/quotations/view.ts';
import {
  type Price8,
  type TokenAmount,
  tokenAmount,
  type UnixSeconds,
} from '../../../shared/units.ts';
import type { RequestEvents } from '../market/options/read-offers.ts';
import type { RequestState } from '../market/options/request.ts';
import type { OpenedOffers } from './offer-views.ts';

/** Returns a request for pages. Without events, its offers aren't known. */
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
  const limitNet = netOf(request.best, request, product, spot);
  return {
    id: request.id,
    stage: stageOf(facts, now),
    ...(end === undefined ? {} : { stageEnd: end }),
    ...(request.existing === undefined ? {} : { existing: request.existing }),
    ...(request.option === undefined ? {} : { option: request.option }),
    isBuyer: request.isBuyer,
    ...(asset === undefined ? {} : { asset }),
    ...(product === undefined ? {} : { product: product.name }),
    strikes: ascending(request.strikes),
    expiry: request.expiry,
    token: {
      address: request.collateral,
      ...(token === undefined ? {} : { symbol: token.symbol }),
      decimals: token?.decimals ?? 0,
    },
    contracts: request.contracts,
    ...(request.hasWinner || request.end !== undefined
      ? {}
      : {
          limit: request.best,
          ...(limitNet === undefined ? {} : { limitNet }),
        }),
    escrow: request.escrow,
    offers: input.offers.map(({ offeror, amount, state, isKnown }) => {
      const net = netOf(amount, request, product, spot);
      return {
        offeror,
        amount,
        ...(net === undefined ? {} : { net }),
        state,
        ...(isKnown ? { isKnown } : {}),
      };
    }),
    unreadable: input.unreadable,
    ...(input.unopened === 0 ? {} : { unopened: input.unopened }),
    ...(events === undefined ? {} : { offersFrom: events.source }),
    ...(paid === undefined ? {} : { paid }),
  };
}

/**
 * Returns the amount that the requester pays or receives; undefined if the fee's price is unknown.
 */
function netOf(
  premium: TokenAmount,
  { contracts, isBuyer }: RequestState,
  product: { readonly isQuoteCollateral: boolean } | undefined,
  spot: Price8 | undefined,
): TokenAmount | undefined {
  // The premium includes the fee: a buyer pays the premium, a seller gets the premium less the fee.
  if (isBuyer) return premium;
  if (product === undefined) return undefined;
  const fee = fillFee({ contracts, premium, isQuoteCollateral: product.isQuoteCollateral, spot });
  return fee === undefined ? undefined : tokenAmount(premium - fee);
}
