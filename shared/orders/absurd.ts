import type { UnixSeconds } from '../units.ts';
import type { Order } from './order.ts';

/**
 * Maximum seconds until expiry. No market lists options with later expiries, so such an order is
 * suspicious.
 */
export const MAX_EXPIRY_AHEAD = 2 * 365 * 86_400;
/** Minimum seconds until expiry. A fill takes longer than this. */
export const MIN_EXPIRY_AHEAD = 10;
/** Maximum validity of a quote in seconds. Makers renew quotes every few minutes. */
export const MAX_QUOTE_LIFE = 7 * 86_400;
/** Dollars with 8 decimals: a billion, far above the price of every asset in the book. */
export const MAX_STRIKE = 10n ** 17n;
/** Dollars with 8 decimals: a millionth, below which rounding errors exceed the strike. */
export const MIN_STRIKE = 100n;
/** Collateral tokens per contract with 8 decimals: a billion, far above any real premium. */
export const MAX_PRICE = 10n ** 17n;
/** Base units: a trillion tokens with 18 decimals, more than any token of the book has. */
export const MAX_BUDGET = 10n ** 30n;

export type Absurdity = 'expiry' | 'ending' | 'quoteLife' | 'price' | 'strike' | 'budget';

/**
 * Returns the first value of a signed order that no honest maker would choose; `undefined` without
 * such a value.
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
