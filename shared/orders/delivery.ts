import type { Contracts } from '../units.ts';
import { ONE_8 } from '../units.ts';
import type { OptionTerms } from './terms.ts';

/**
 * Returns the base units of the delivery token that the buyer of a physical option delivers, rounded
 * up: strike × contracts for a call, one token per contract for a put. Source: reference section 2.6.
 */
export function requiredDelivery(
  { product, strikes }: OptionTerms,
  held: {
    readonly contracts: Contracts;
    readonly collateralDecimals: number;
    readonly deliveryDecimals: number;
  },
): bigint {
  const [strike = 0n] = strikes;
  const perContract = product.isQuoteCollateral ? ONE_8 : strike;
  const scale = ONE_8 * 10n ** BigInt(held.collateralDecimals);
  const amount = perContract * held.contracts * 10n ** BigInt(held.deliveryDecimals);
  return (amount + scale - 1n) / scale;
}
