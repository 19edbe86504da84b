import { units, type ValueOf } from '../codec.ts';
import { oneOf } from '../one-of.ts';
import type { Absurdity } from '../orders/absurd.ts';
import type { FailedCheck } from '../orders/failed-check.ts';
import { PRODUCT_NAMES } from '../orders/products.ts';
import type { Unfillable } from '../orders/unfillable.ts';
import * as Type from '../schema.ts';
import type { Contracts, Price8, TokenAmount, Usd8 } from '../units.ts';
import type { Failure } from './failures.ts';

/** Why a feed's entry isn't shown. */
export type RefusalReason =
  | { readonly kind: 'check'; readonly found: FailedCheck }
  | { readonly kind: 'absurd'; readonly what: Absurdity }
  | { readonly kind: 'unknownProduct' }
  | { readonly kind: 'unreadableField'; readonly field: string };

const closed = { additionalProperties: false };

const AmountSchema = Type.Object(
  { amount: units<TokenAmount>(), symbol: Type.String(), decimals: Type.Integer() },
  closed,
);

/** One live order in the list, as the worker stores it. Strikes and model values are numbers. */
export const OrderRowSchema = Type.Object(
  {
    /** EIP-712 digest, the order's identity. */
    digest: Type.String(),
    /** Address. */
    maker: Type.String(),
    asset: Type.String(),
    product: oneOf(PRODUCT_NAMES),
    /** The English label. */
    structure: Type.String(),
    side: oneOf(['buy', 'sell']),
    physical: Type.Boolean(),
    strikes: Type.Array(Type.Number()),
    /** Unix seconds. */
    expiry: Type.Integer(),
    /** Unix seconds; later the quote can't be filled. */
    quoteEnds: Type.Integer(),
    collateralSymbol: Type.String(),
    collateralDecimals: Type.Integer(),
    /** Premium per contract, in collateral tokens with 8 decimals. */
    price: units<Price8>(),
    /** In dollars with 8 decimals; absent when the required spot price is unknown. */
    priceUsd: Type.Optional(units<Usd8>()),
    /** Maximum payoff of one contract to the buyer, in base units of the collateral. */
    maxPayout: units<TokenAmount>(),
    /** Amounts that the taker of one contract of a physical product gives and receives at exercise. */
    delivery: Type.Optional(Type.Object({ given: AmountSchema, received: AmountSchema }, closed)),
    /**
     * Maximum loss of one contract for a seller, in base units of the collateral; absent for a buyer.
     */
    maxLoss: Type.Optional(units<TokenAmount>()),
    /**
     * For a buyer the leverage: delta × spot ÷ premium. For a seller the yield: premium after fees in
     * percent of the locked collateral. Absent when it isn't meaningful.
     */
    edge: Type.Optional(Type.Number()),
    /** For a buyer of a capped structure: maximum payoff per unit of premium. */
    maxReturn: Type.Optional(Type.Number()),
    /** Probability that the taker has a profit at expiry, from 0 to 1; absent without a volatility. */
    profitChance: Type.Optional(Type.Number()),
    /** The yield uses a fee based on the feed's price, because the oracle's price isn't known. */
    isByFeed: Type.Optional(Type.Boolean()),
    /** Contracts that the maker's remaining budget allows, in units of the collateral's decimals. */
    available: units<Contracts>(),
    /** The remaining budget in dollars, if the price is known. */
    budgetUsd: Type.Optional(Type.Number()),
    /** As a fraction per year. */
    impliedVolatility: Type.Optional(Type.Number()),
    volatilityFrom: Type.Optional(oneOf(['feed', 'price', 'nearby'])),
    /** Delta of one long contract, in dollars per dollar of spot; a seller has the opposite. */
    delta: Type.Optional(Type.Number()),
    /** Change of that delta when the spot price rises by one per cent. */
    gamma: Type.Optional(Type.Number()),
    /** Dollars of one long contract per volatility point and per day, to two digits. */
    vega: Type.Optional(Type.Number()),
    theta: Type.Optional(Type.Number()),
    /** Profit and loss at expiry over price. */
    thumbnail: Type.Object(
      { gain: Type.String(), loss: Type.String(), zero: Type.Number() },
      closed,
    ),
    /** False while the maker's signature is unchecked: the order can't be filled yet. */
    isChecked: Type.Boolean(),
  },
  closed,
);

export interface OrderRow extends ValueOf<typeof OrderRowSchema> {
  /** Published by the order feed with the quote, unsigned; a fraction per year. */
  readonly feedVolatility?: number;
  /**
   * Dollars of the asset when the quote was first read. The quote's price implies the volatility at
   * this price.
   */
  readonly quoteSpot?: number;
}

/** A payoff's outline as SVG paths in a box of 72 × 32. */
export type OrderThumbnail = OrderRow['thumbnail'];

/** An amount of a token. */
export type RowAmount = NonNullable<OrderRow['delivery']>['given'];

/** One order feed, as last read. */
export interface FeedView {
  /** The feed's host. */
  readonly name: string;
  /** Number of its orders; absent before the first response. */
  readonly count?: number;
  readonly problem?: 'feedUnreachable' | 'feedUnreadable';
}

/** An asset's price in dollars, and where it comes from. */
export interface ListedSpot {
  readonly price: number;
  readonly source: 'chain' | 'order feed';
}

export interface OrdersView {
  readonly rows: readonly OrderRow[];
  /** Hidden entries by reason. */
  readonly refused: readonly { readonly reason: RefusalReason; readonly count: number }[];
  /** Genuine orders that the book would reject now. */
  readonly unfillable: readonly { readonly code: Unfillable; readonly count: number }[];
  /** Orders of a book or option contract that this version doesn't know. */
  readonly newer: number;
  readonly spot: Readonly<Record<string, ListedSpot>>;
  readonly feeds: readonly FeedView[];
  /** Unix seconds in which the last quote of all rows ends; absent without rows. */
  readonly lastEnd?: number;
  /** Epoch milliseconds of the feed's response; absent before the first. */
  readonly at?: number;
  /** True when the feeds have answered, not longer ago than they are read. */
  readonly isLive?: boolean;
  /** The worker's name for these rows; absent when it has none. */
  readonly list?: string;
  /** The reason why no feed could be read. */
  readonly problem?: Failure;
}

/** A part of a list of orders, or of its changes, as ports carry it. */
export interface OrdersPart {
  /** In their JSON form. */
  readonly rows: readonly unknown[];
  /** In the first part only: digests of the page's rows that were removed. */
  readonly gone?: 'all' | readonly string[];
  /** With the last part. */
  readonly rest?: Omit<OrdersView, 'rows'>;
}

/** The amounts of an `OwnQuotesView`. */
export const OwnQuotesForm = Type.Object({ rows: Type.Array(OrderRowSchema) });

/** The account's own live quotes. */
export interface OwnQuotesView {
  readonly rows: readonly OrderRow[];
  /** The reason why no feed could be read. */
  readonly problem?: Failure;
}

export interface ReferrerView {
  /** The account that earned the fees. */
  readonly account: string;
  /** Share of each fee in basis points; zero when the book's owner hasn't listed the account. */
  readonly splitBps: number;
  readonly claimable: readonly {
    readonly book: string;
    /** The book that Condor fills on; fees of older books stay claimable. */
    readonly isCurrentBook: boolean;
    readonly token: string;
    readonly symbol: string;
    /** Base units. */
    readonly amount: string;
    readonly decimals: number;
  }[];
}

/** A price of an asset in dollars with 8 decimals, as its price feed on the chain published it. */
export interface PricePoint {
  /** Unix seconds. */
  readonly at: number;
  readonly price: string;
}
