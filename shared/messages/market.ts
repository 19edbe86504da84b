import type { ProductName } from '../chain/implementations.ts';
import type { Absurdity } from '../orders/absurd.ts';
import type { FailedCheck } from '../orders/failed-check.ts';
import type { VolatilitySource } from '../orders/price.ts';
import type { Unfillable } from '../orders/unfillable.ts';
import type { Failure } from './failures.ts';

/** A payoff's outline as SVG paths in a box of 72 × 32. */
export interface OrderThumbnail {
  /** Where the option makes a profit. */
  readonly gain: string;
  readonly loss: string;
  /** Y coordinate of zero profit. */
  readonly zero: number;
}

/** Base units of a token as decimal text. */
export interface RowAmount {
  readonly amount: string;
  readonly symbol: string;
  readonly decimals: number;
}

/** Why a feed's entry isn't shown. */
export type RefusalReason =
  | { readonly kind: 'check'; readonly found: FailedCheck }
  | { readonly kind: 'absurd'; readonly what: Absurdity }
  | { readonly kind: 'unknown product' }
  | { readonly kind: 'unreadable field'; readonly field: string };

/** One live order in the list. Strikes and model values are numbers, amounts decimal text. */
export interface OrderRow {
  /** EIP-712 digest, the order's identity. */
  readonly digest: string;
  /** Address. */
  readonly maker: string;
  readonly asset: string;
  readonly product: ProductName;
  /** The English label. */
  readonly structure: string;
  readonly side: 'buy' | 'sell';
  readonly physical: boolean;
  readonly strikes: readonly number[];
  /** Unix seconds. */
  readonly expiry: number;
  /** Unix seconds; later the quote can't be filled. */
  readonly quoteEnds: number;
  readonly collateralSymbol: string;
  readonly collateralDecimals: number;
  /** Premium per contract, in collateral tokens with 8 decimals. */
  readonly price: string;
  /** In dollars with 8 decimals; absent when the required spot price is unknown. */
  readonly priceUsd?: string;
  /** Maximum payoff of one contract to the buyer, in base units of the collateral. */
  readonly maxPayout: string;
  /** Amounts that the taker of one contract of a physical product gives and receives at exercise. */
  readonly delivery?: { readonly given: RowAmount; readonly received: RowAmount };
  /**
   * Maximum loss of one contract for a seller, in base units of the collateral; absent for a buyer.
   */
  readonly maxLoss?: string;
  /**
   * For a buyer the leverage: delta × spot ÷ premium. For a seller the yield: premium after fees in
   * percent of the locked collateral. Absent when it isn't meaningful.
   */
  readonly edge?: number;
  /** For a buyer of a capped structure: maximum payoff per unit of premium. */
  readonly maxReturn?: number;
  /** Probability that the taker has a profit at expiry, from 0 to 1; absent without a volatility. */
  readonly profitChance?: number;
  /** The yield uses a fee by the feed's price, because the oracle's isn't known. */
  readonly isByFeed?: boolean;
  /** Contracts that the maker's remaining budget allows, in units of the collateral's decimals. */
  readonly available: string;
  /** The remaining budget in dollars, if the price is known. */
  readonly budgetUsd?: number;
  /** As a fraction per year. */
  readonly impliedVolatility?: number;
  readonly volatilityFrom?: VolatilitySource;
  /** Delta of one long contract, in dollars per dollar of spot; a seller has the opposite. */
  readonly delta?: number;
  /** Profit and loss at expiry over price. */
  readonly thumbnail: OrderThumbnail;
  /** False while the maker's signature is unchecked: the order can't be filled yet. */
  readonly isChecked: boolean;
}

/** One order feed, as last read. */
export interface FeedView {
  /** The feed's host. */
  readonly name: string;
  /** Number of its orders; absent before the first response. */
  readonly count?: number;
  readonly problem?: 'feed-unreachable' | 'feed-unreadable';
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
  /** Set for cached rows: the feeds were read so recently that they aren't read again. */
  readonly isNew?: boolean;
  /** The worker's name for these rows; absent when it has none. */
  readonly list?: string;
  /** Why no feed could be read. */
  readonly problem?: Failure;
}

/** A list of orders as the worker sends it. */
export interface OrdersReading extends OrdersView {
  /**
   * Set when `rows` are the new and changed rows since the list that the page has: digests of those
   * that are gone.
   */
  readonly gone?: readonly string[];
  /** Set when `rows` are only the first of `count` rows; `orders.rows` returns the others. */
  readonly rest?: { readonly id: string; readonly count: number };
}

/** The account's own live quotes. */
export interface OwnQuotesView {
  readonly rows: readonly OrderRow[];
  /** Why no feed could be read. */
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
