import type { UnixSeconds } from '../units.ts';
import type { Order } from './order.ts';

/** No option market lists further ahead; what is signed for later is a slip or a trap. */
export const MOST_EXPIRY_AHEAD = 2 * 365 * 86_400;
/** Makers renew quotes every few minutes: a price that stands for more than a week is a slip. */
export const MOST_QUOTE_LIFE = 7 * 86_400;
/** A thousand million dollars, 8 decimals: no asset of the book is near it. */
export const MOST_STRIKE = 10n ** 17n;
/** A millionth of a dollar, 8 decimals: below it rounding is larger than the strike. */
export const LEAST_STRIKE = 100n;
/** A thousand million collateral tokens a contract, 8 decimals: no premium of a real option. */
export const MOST_PRICE = 10n ** 17n;
/** Base units. A million million tokens of 18 decimals: more than any token of the book has. */
export const MOST_BUDGET = 10n ** 30n;

export type Absurdity = 'expiry' | 'quote life' | 'price' | 'strike' | 'budget';

/** What of a signed order no honest maker writes; `undefined` when every value is in its bounds. */
export function absurdityOf(
  order: Pick<
    Order,
    'expiry' | 'orderExpiryTimestamp' | 'price' | 'strikes' | 'maxCollateralUsable'
  >,
  now: UnixSeconds,
): Absurdity | undefined {
  if (order.expiry - now > MOST_EXPIRY_AHEAD) return 'expiry';
  if (order.orderExpiryTimestamp - now > MOST_QUOTE_LIFE) return 'quote life';
  if (order.price <= 0n || order.price > MOST_PRICE) return 'price';
  if (order.strikes.some((strike) => strike < LEAST_STRIKE || strike > MOST_STRIKE))
    return 'strike';
  return order.maxCollateralUsable > MOST_BUDGET ? 'budget' : undefined;
}
