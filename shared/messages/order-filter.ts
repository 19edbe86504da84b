/** Sort order of the list; `expiry` is soonest first, `price` cheapest first. */
export type OrderSort = 'expiry' | 'price' | 'edge' | 'chance' | 'budget' | 'life';

/** Filters and order of the list. An empty text doesn't filter. */
export interface OrderFilter {
  readonly asset: string;
  readonly product: string;
  readonly side: '' | 'buy' | 'sell';
  /** Within a number of days ("7d"), or at one moment in Unix seconds. */
  readonly expiry: string;
  readonly search: string;
  readonly sort: OrderSort;
}
