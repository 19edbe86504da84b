import type { ValueOf } from '../codec.ts';
import { oneOf } from '../one-of.ts';
import type { Absurdity } from '../orders/absurd.ts';
import type { FailedCheck } from '../orders/failed-check.ts';
import { PRODUCT_NAMES } from '../orders/products.ts';
import type { Unfillable } from '../orders/unfillable.ts';
import * as Type from '../schema.ts';
import type { Failure } from './failures.ts';
import { ROW_AMOUNTS } from './row-amounts.ts';

/** Reason why an entry of a feed isn't shown. */
export type RefusalReason =
  | { readonly kind: 'check'; readonly found: FailedCheck }
  | { readonly kind: 'absurd'; readonly what: Absurdity }
  | { readonly kind: 'unknownProduct' }
  | { readonly kind: 'unreadableField'; readonly field: string };

const closed = { additionalProperties: false };

const { available, ...amounts } = ROW_AMOUNTS;

/** One live order in the list, as the worker stores it. Strikes and model values are numbers. */
export const OrderRowSchema = Type.Object(
  {
    /** EIP-712 digest, the order's identity. */
    digest: Type.String(),
    /** Address. */
    maker: Type.String(),
    asset: Type.String(),
    product: oneOf(PRODUCT_NAMES),
    /** The product's English label. */
    structure: Type.String(),
    side: oneOf(['buy', 'sell']),
    physical: Type.Boolean(),
    strikes: Type.Array(Type.Number()),
    /** Unix seconds. */
    expiry: Type.Integer(),
    /** Unix seconds after which the quote can't be filled. */
    quoteEnds: Type.Integer(),
    collateralSymbol: Type.String(),
    collateralDecimals: Type.Integer(),
    ...amounts,
    /**
     * A buyer's leverage (delta × spot ÷ premium), or a seller's yield (premium after fees in
     * percent of the locked collateral). Missing when the figure has no meaning.
     */
    edge: Type.Optional(Type.Number()),
    /** A buyer's maximum payoff per unit of premium, for a capped structure. */
    maxReturn: Type.Optional(Type.Number()),
    /** The taker's probability of a profit at expiry, from 0 to 1; needs a volatility. */
    profitChance: Type.Optional(Type.Number()),
    /**
     * True if the fee in the yield is computed with the feed's price, because the oracle's price
     * isn't known.
     */
    isByFeed: Type.Optional(Type.Boolean()),
    available,
    /** The remaining budget in dollars, if the price is known. */
    budgetUsd: Type.Optional(Type.Number()),
    /** As a fraction per year. */
    impliedVolatility: Type.Optional(Type.Number()),
    volatilityFrom: Type.Optional(oneOf(['feed', 'price', 'nearby'])),
    /**
     * Delta of one bought contract, in dollars per dollar of spot. Opposite for a sold contract.
     */
    delta: Type.Optional(Type.Number()),
    /** Change of the delta if the spot price rises by one percent. */
    gamma: Type.Optional(Type.Number()),
    /**
     * In dollars for one bought contract, rounded to two digits: vega per volatility point, and
     * theta per day.
     */
    vega: Type.Optional(Type.Number()),
    theta: Type.Optional(Type.Number()),
    /** Curve of profit and loss at expiry by price. */
    thumbnail: Type.Object(
      { gain: Type.String(), loss: Type.String(), zero: Type.Number() },
      closed,
    ),
    /**
     * False while the maker's signature is unchecked. The order can't be filled before the check.
     */
    isChecked: Type.Boolean(),
  },
  closed,
);

export interface OrderRow extends ValueOf<typeof OrderRowSchema> {
  /** Unsigned volatility that the feed published with the quote, as a fraction per year. */
  readonly feedVolatility?: number;
  /**
   * The asset's price in dollars when the quote was first read. The implied volatility is computed
   * at this price.
   */
  readonly quoteSpot?: number;
}

/** A payoff's outline as SVG paths in a box of 72 × 32. */
export type OrderThumbnail = OrderRow['thumbnail'];

export type RowAmount = NonNullable<OrderRow['delivery']>['given'];

/** State of one order feed at the last read. */
export interface FeedView {
  /** The feed's host. */
  readonly name: string;
  /** Number of the feed's orders; missing before the first response. */
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
  /** Genuine orders that the book would reject now, by reason. */
  readonly unfillable: readonly { readonly code: Unfillable; readonly count: number }[];
  /** Number of orders with a book or option contract that this version doesn't know. */
  readonly newer: number;
  readonly spot: Readonly<Record<string, ListedSpot>>;
  readonly feeds: readonly FeedView[];
  /** Unix seconds at which the last quote ends; missing without rows. */
  readonly lastEnd?: number;
  /** Epoch milliseconds of the feed's response; missing before the first. */
  readonly at?: number;
  /** True if the feeds' answers are recent. */
  readonly isLive?: boolean;
  /** The worker's name for this list, if it has one. */
  readonly list?: string;
  /** Reason why no feed could be read. */
  readonly problem?: Failure;
}

/** A part of a list of orders, or of the changes to a list, as sent over a port. */
export interface OrdersPart {
  /** Rows in their JSON form. */
  readonly rows: readonly unknown[];
  /** Digests of the page's rows that were removed. Only in the first part. */
  readonly gone?: 'all' | readonly string[];
  /** The list without its rows. Only in the last part. */
  readonly rest?: Omit<OrdersView, 'rows'>;
}

export interface OwnQuotesView {
  readonly rows: readonly OrderRow[];
  /** Reason why no feed could be read. */
  readonly problem?: Failure;
}

export interface ReferrerView {
  readonly account: string;
  /**
   * The account's share of each fee in basis points; zero for an account that the book's owner
   * hasn't listed.
   */
  readonly splitBps: number;
  readonly claimable: readonly {
    readonly book: string;
    /** True for the book on which Condor fills. Fees of older books can still be claimed. */
    readonly isCurrentBook: boolean;
    readonly token: string;
    readonly symbol: string;
    /** Base units. */
    readonly amount: string;
    readonly decimals: number;
  }[];
}

/** A price of an asset in dollars (8 decimals) that its price feed published on the chain. */
export interface PricePoint {
  /** Unix seconds. */
  readonly at: number;
  readonly price: string;
}
