import type { UnixSeconds } from '../units.ts';
import type { Order } from './order.ts';

/**
 * Maximum in seconds. No option market lists later expiries: such an order is a mistake or a trap.
 */
export const MAX_EXPIRY_AHEAD = 2 * 365 * 86_400;
/** Seconds. A fill needs longer: nobody can trade an option that ends sooner. */
export const MIN_EXPIRY_AHEAD = 10;
/** Seconds. Makers renew quotes every few minutes: a longer validity is a mistake. */
export const MAX_QUOTE_LIFE = 7 * 86_400;
/** A billion dollars, 8 decimals: far above every asset of the book. */
export const MAX_STRIKE = 10n ** 17n;
/** A millionth of a dollar, 8 decimals: below it, rounding errors exceed the strike. */
export const MIN_STRIKE = 100n;
/** A billion collateral tokens per contract, 8 decimals: far above any real premium. */
export const MAX_PRICE = 10n ** 17n;
/** Maximum in base units. A trillion tokens of 18 decimals: more than any token of the book has. */
export const MAX_BUDGET = 10n ** 30n;

export type Absurdity = 'expiry' | 'ending' | 'quoteLife' | 'price' | 'strike' | 'budget';

/**
 * Returns the value of a signed order that no honest maker would choose; `undefined` if all are in
 * bounds.
 */
export function absurdityOf(
  order: Pick<
    Order,
    'expiry' | 'orderExpiryTimestamp' | 'price' | 'strikes' | 'maxCollateralUsable'
  >,
  now: UnixSeconds,
): Absurdity | undefined {
  if (order.expiry - now > MAX_EXPIRY_AHEAD) return 'expiry';
  if (order.expiry - now < MIN_EXPIRY_AHEAD) return 'ending';
  if (order.orderExpiryTimestamp - now > MAX_QUOTE_LIFE) return 'quoteLife';
  if (order.price <= 0n || order.price > MAX_PRICE) return 'price';
  if (order.strikes.some((strike) => strike < MIN_STRIKE || strike > MAX_STRIKE)) return 'strike';
  return order.maxCollateralUsable > MAX_BUDGET ? 'budget' : undefined;
}
