import type { Token } from '../chain/deployments.ts';
import { assetOfFeed, tokenAt } from '../chain/tokens.ts';
import type { Price8, UnixSeconds } from '../units.ts';
import type { Order } from './order.ts';
import { type Guess, type Product, productOf } from './products.ts';
import { ascending } from './strikes.ts';
import { type OptionTerms, termsOf } from './terms.ts';

/** An order from the taker's view. Unknown values are undefined. */
export interface OrderDescription {
  readonly product: Product | undefined;
  /** Guess for an unknown implementation; undefined for a known implementation. */
  readonly guess: Guess | undefined;
  /** The taker's side. `isLong` is the maker's. */
  readonly takerSide: 'buy' | 'sell';
  readonly asset: string | undefined;
  readonly collateral: Token | undefined;
  readonly strikesAscending: readonly Price8[];
  readonly expiry: UnixSeconds;
  /** Last second in which the quote can be filled. */
  readonly quoteExpiry: UnixSeconds;
  /** Undefined for an unknown implementation or invalid strikes. */
  readonly terms: OptionTerms | undefined;
}

export function describeOrder(order: Order): OrderDescription {
  const found = productOf(order);
  return {
    product: found.kind === 'known' ? found.product : undefined,
    guess: found.kind === 'known' ? undefined : found.guess,
    takerSide: order.isLong ? 'sell' : 'buy',
    asset: assetOfFeed(order.priceFeed),
    collateral: tokenAt(order.collateral),
    strikesAscending: ascending(order.strikes),
    expiry: order.expiry,
    quoteExpiry: order.orderExpiryTimestamp,
    terms: found.kind === 'known' ? termsOf(found.product.name, order.strikes) : undefined,
  };
}
