import type { Address } from 'viem';
import type { FeedEntry } from '../../../shared/orders/parse-feed.ts';
import type { Price8 } from '../../../shared/units.ts';

/**
 * Prices of assets when quotes were first read. A maker signs at about that price, so that it implies the
 * quote's volatility; the price of this second doesn't.
 * @param most number of kept prices
 */
export function createQuoteSpots(most: number) {
  /** By signature. */
  const spots = new Map<string, Price8>();
  return {
    of: ({ signature }: Pick<FeedEntry, 'signature'>): Price8 | undefined => spots.get(signature),

    /** Keeps the present price for each new quote. */
    keep(entries: Iterable<FeedEntry>, oracleOf: (priceFeed: Address) => Price8 | undefined): void {
      for (const { order, signature } of entries) {
        const spot = spots.get(signature) ?? oracleOf(order.priceFeed);
        if (spot !== undefined) spots.set(signature, spot);
      }
      for (const signature of spots.keys()) {
        if (spots.size <= most) break;
        spots.delete(signature);
      }
    },
  };
}
