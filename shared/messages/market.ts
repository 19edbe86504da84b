import type { ProductName } from '../chain/deployments.ts';
import type { Absurdity } from '../orders/absurd.ts';
import type { FailedCheck } from '../orders/failed-check.ts';
import type { Unfillable } from '../orders/unfillable.ts';
import type { Failure } from './failures.ts';

/** A payoff's outline as SVG paths in a box of 72 × 32. */
export interface OrderThumbnail {
  /** Where the option makes a profit. */
  readonly gain: string;
  readonly loss: string;
  /** Height of the line of zero profit. */
  readonly zero: number;
}

/** Base units of a token as decimal text. */
export interface RowAmount {
  readonly amount: string;
  readonly symbol: string;
  readonly decimals: number;
}

/** Why an entry of a feed isn't shown. */
export type RefusalReason =
  | { readonly kind: 'check'; readonly found: FailedCheck }
  | { readonly kind: 'absurd'; readonly what: Absurdity }
  | { readonly kind: 'unknown product' }
  | { readonly kind: 'unreadable field'; readonly field: string };

/** One live order as the list shows it. Strikes and model figures are numbers, amounts decimal text. */
export interface OrderRow {
  /** EIP-712 digest: the order's identity. */
  readonly digest: string;
  readonly asset: string;
  readonly product: ProductName;
  /** The same in English. */
  readonly structure: string;
  readonly side: 'buy' | 'sell';
  readonly physical: boolean;
  readonly strikes: readonly number[];
  /** Unix seconds. */
  readonly expiry: number;
  /** Unix seconds after which the quote can no longer be filled. */
  readonly quoteEnds: number;
  readonly collateralSymbol: string;
  readonly collateralDecimals: number;
  /** Premium per contract, in collateral tokens with 8 decimals. */
  readonly price: string;
  /** The same in dollars with 8 decimals; absent when it takes a spot price that is not known. */
  readonly priceUsd?: string;
  /** The most that one contract pays to the buyer, in base units of the collateral. */
  readonly maxPayout: string;
  /** Of a physical product: what the taker of one contract gives for what when it is exercised. */
  readonly delivery?: { readonly given: RowAmount; readonly received: RowAmount };
  /** The most that one contract costs its seller, in base units of the collateral; absent for a buyer. */
  readonly maxLoss?: string;
  /**
   * For a buyer the leverage: most payout for each unit of premium. For a seller the yield: premium
   * after fees in percent of the collateral locked. Absent where neither says anything.
   */
  readonly edge?: number;
  /** The yield counts a fee by the feed's price: the oracle's is not known. */
  readonly isByFeed?: boolean;
  /** Contracts, in units of the collateral's decimals, that the rest of the maker's budget allows. */
  readonly available: string;
  /** The budget that is left, in dollars where the price is known. */
  readonly budgetUsd?: number;
  /** A fraction per year: the feed's, else implied by the price or by quotes of the same expiry. */
  readonly impliedVolatility?: number;
  /** Of one contract held long, in dollars per dollar of spot; a seller has the opposite. */
  readonly delta?: number;
  /** Profit and loss at expiry over price. */
  readonly thumbnail: OrderThumbnail;
  /** False while the maker's signature was not checked: the order cannot be filled yet. */
  readonly isChecked: boolean;
}

/** One of the order feeds as it was last read. */
export interface FeedView {
  /** Its host. */
  readonly name: string;
  /** Orders that it has; absent while it has not answered. */
  readonly count?: number;
  readonly problem?: 'feed-unreachable' | 'feed-unreadable';
}

export interface OrdersView {
  readonly rows: readonly OrderRow[];
  /** Entries that were not shown, by reason. */
  readonly refused: readonly { readonly reason: RefusalReason; readonly count: number }[];
  /** Genuine orders that the book would refuse now. */
  readonly unfillable: readonly { readonly code: Unfillable; readonly count: number }[];
  /** Orders of a book or an option contract that this version doesn't know. */
  readonly newer: number;
  readonly spot: Readonly<Record<string, number>>;
  readonly feeds: readonly FeedView[];
  /** Epoch milliseconds of the feed's answer; absent while nothing was ever read. */
  readonly at?: number;
  /** Of what was known without asking: the feeds were read so lately that they need not be asked. */
  readonly isNew?: boolean;
  /** Why no feed could be read just now. */
  readonly problem?: Failure;
}

/** What the checks that take time have found about the rows of a list. */
export interface OrdersChecked {
  /** The list's own `at`; of another list when a newer one was read meanwhile. */
  readonly at?: number;
  readonly refused: readonly { readonly digest: string; readonly reason: RefusalReason }[];
  readonly unfillable: readonly { readonly digest: string; readonly code: Unfillable }[];
  /** What the chain changes of rows: a budget that is partly used, a yield by the oracle's price. */
  readonly left: readonly ({ readonly digest: string } & Pick<OrderRow, 'available' | 'budgetUsd'> &
    Partial<Pick<OrderRow, 'edge' | 'isByFeed' | 'maxLoss'>>)[];
}

/** Sums of trades over a span of time, or over everything. Dollars; absent when a price is unknown. */
export interface TradeFigures {
  readonly trades: number;
  readonly volumeUsd?: number;
  readonly premiumUsd?: number;
  readonly feesUsd?: number;
}

/** One slice of a whole: a product or an asset. */
export interface MarketShare {
  readonly name: string;
  readonly count: number;
  readonly usd?: number;
}

/** Protocol statistics of the indexer; model values for charts and headlines. */
export interface MarketStatistics {
  readonly all: TradeFigures & { readonly settled: number; readonly active?: number };
  readonly users?: number;
  /** Percent of settled options that paid their buyer; absent while none has settled. */
  readonly exerciseRate?: number;
  readonly windows: Readonly<Record<'24h' | '7d' | '30d', TradeFigures>>;
  /** One for each of the last 30 days, oldest first; days without trades are zero. */
  readonly daily: readonly (TradeFigures & { readonly date: string })[];
  readonly byProduct: readonly MarketShare[];
  /** Open options by asset: their number and the collateral locked for them. */
  readonly openByAsset: readonly MarketShare[];
  /** Epoch milliseconds up to which the indexer has read the chain. */
  readonly indexedAt?: number;
}

export interface MarketView {
  readonly statistics?: MarketStatistics;
  /** Epoch milliseconds at which the indexer answered. */
  readonly at?: number;
  /** Why the indexer could not be read just now. */
  readonly problem?: Failure;
}

/** One of the account's own standing quotes. */
export interface MakerOrder {
  readonly row: OrderRow;
  /** Orders with the same budget: cancelling one cancels all of them. */
  readonly budgetId: string;
  readonly siblings: number;
}

export interface MakerView {
  readonly orders: readonly MakerOrder[];
  readonly at?: number;
  readonly problem?: Failure;
}

export interface ReferrerView {
  /** The account whose fees these are. */
  readonly account: string;
  /** Share of each fee in basis points; zero when the book's owner has not listed the account. */
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
  /** Told to the book with the wallet's own fills; absent for none. */
  readonly ownReferrer?: string;
}
