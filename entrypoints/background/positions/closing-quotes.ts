import { describeOrder } from '../../../shared/orders/describe.ts';
import type { FeedEntry } from '../../../shared/orders/parse-feed.ts';
import { contractsForBudget, premiumOf } from '../../../shared/orders/sizing.ts';
import { ascending } from '../../../shared/orders/strikes.ts';
import { productOfPosition } from '../../../shared/positions/product-of-position.ts';
import type { PositionRecord } from '../../../shared/positions/record.ts';
import type { ClosingQuote, Side } from '../../../shared/positions/value.ts';
import type { TokenAmount, UnixSeconds } from '../../../shared/units.ts';

/** Returns the better of two quotes for a side's holder: a buyer sells, a seller buys back. */
export function betterQuote(
  side: Side,
  found: readonly (ClosingQuote | undefined)[],
): ClosingQuote | undefined {
  const [lowest, ...higher] = found
    .filter((one) => one !== undefined)
    .sort((a, b) => (a.premium < b.premium ? -1 : 1));
  return side === 'seller' ? lowest : (higher.at(-1) ?? lowest);
}

type Held = Pick<
  PositionRecord,
  'implementation' | 'priceFeed' | 'collateralToken' | 'strikes' | 'expiry' | 'numContracts'
>;

/**
 * Returns a function that finds the best unexpired quote for all contracts of a side: the highest
 * bid for a buyer, the lowest ask for a seller.
 */
export function closingQuotes(
  entries: readonly FeedEntry[],
  market: { readonly now: UnixSeconds; readonly budgetOf: (entry: FeedEntry) => TokenAmount },
): (position: Held, side: Side) => ClosingQuote | undefined {
  const live = entries.filter(({ order }) => order.orderExpiryTimestamp > market.now);
  const byTerms = Map.groupBy(live, ({ order }) => {
    const { terms } = describeOrder(order);
    return keyOf(terms?.product.name, { ...order, collateralToken: order.collateral });
  });
  return (position, side) => {
    const found = (byTerms.get(keyOf(productOfPosition(position)?.name, position)) ?? []).filter(
      (entry) => entry.order.isLong === (side === 'buyer') && covers(entry, position),
    );
    const prices = found.map(({ order }) => order.price).sort((a, b) => (a < b ? -1 : 1));
    const price = side === 'buyer' ? prices.at(-1) : prices[0];
    return price && { premium: premiumOf(price, position.numContracts), by: 'quote' };
  };

  function covers(entry: FeedEntry, { numContracts }: Held): boolean {
    const { order } = entry;
    const { terms, collateral } = describeOrder(order);
    if (terms === undefined || collateral === undefined || order.price <= 0n) return false;
    const left = market.budgetOf(entry);
    const { decimals } = collateral;
    const { isLong: isMakerLong, price } = order;
    return contractsForBudget({ left, isMakerLong, price, terms, decimals }) >= numContracts;
  }
}

function keyOf(
  product: string | undefined,
  option: Omit<Held, 'implementation' | 'numContracts'>,
): string {
  const { priceFeed, collateralToken, strikes, expiry } = option;
  return [product, priceFeed, collateralToken, expiry, ...ascending(strikes)]
    .join(' ')
    .toLowerCase();
}
