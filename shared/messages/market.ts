/** One live order as the list shows it. Texts are final; numbers are model values for sorting. */
export interface OrderRow {
  /** EIP-712 digest: the order's identity. */
  readonly digest: string;
  readonly asset: string;
  readonly structure: string;
  readonly side: 'buy' | 'sell';
  readonly physical: boolean;
  readonly strikes: readonly number[];
  /** Unix seconds. */
  readonly expiry: number;
  /** Unix seconds after which the quote can no longer be filled. */
  readonly quoteEnds: number;
  readonly collateralSymbol: string;
  /** Premium per contract, in collateral tokens. */
  readonly price: string;
  readonly priceUsd?: number;
  /** The most that one contract pays to the buyer, in collateral tokens. */
  readonly maxPayout: string;
  /** Largest number of contracts that the maker's budget allows. */
  readonly available: string;
  readonly impliedVolatility?: number;
  /** Profit and loss at expiry over price, scaled for a thumbnail. */
  readonly thumbnail: readonly (readonly [number, number])[];
}

export interface OrdersView {
  readonly rows: readonly OrderRow[];
  /** Entries that were not shown, by reason. */
  readonly refused: readonly { readonly reason: string; readonly count: number }[];
  readonly spot: Readonly<Record<string, number>>;
  /** Epoch milliseconds of the feed's answer; absent while nothing was ever read. */
  readonly at?: number;
  /** A sentence when the feed could not be read just now. */
  readonly problem?: string;
}
