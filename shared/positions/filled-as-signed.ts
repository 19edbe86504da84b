import { type Address, isAddressEqual } from 'viem';
import type { SignedOrder } from '../orders/order.ts';
import { requiredCollateral } from '../orders/payoff.ts';
import { productOf } from '../orders/products.ts';
import { premiumOf } from '../orders/sizing.ts';
import { termsOf } from '../orders/terms.ts';
import type { Contracts } from '../units.ts';
import type { PositionRecord } from './record.ts';

/** Facts that are in both the receipt and the signed call of a fill, in the order of display. */
export const FILL_FACTS = [
  'contracts',
  'premium',
  'collateral',
  'strikes',
  'expiry',
  'price feed',
  'collateral token',
  'implementation',
  'buyer',
  'seller',
  'referrer',
  'book',
] as const;
export type FillFact = (typeof FILL_FACTS)[number];

/**
 * Compares a fill's receipt exactly with the signed call. Returns the differences; an empty list
 * proves that the order was filled as signed.
 */
export function fillDifferences(
  made: PositionRecord,
  signed: {
    readonly entry: SignedOrder;
    readonly numContracts: Contracts;
    readonly referrer: Address;
    readonly account: Address;
  },
): FillFact[] {
  const { order, optionBookAddress } = signed.entry;
  const found = productOf(order);
  const terms = found.kind === 'known' ? termsOf(found.product.name, order.strikes) : undefined;
  const [buyer, seller] = order.isLong
    ? [order.maker, signed.account]
    : [signed.account, order.maker];
  const facts: Record<FillFact, boolean> = {
    book: isAddressEqual(made.createdBy, optionBookAddress),
    buyer: isAddressEqual(made.buyer, buyer),
    seller: isAddressEqual(made.seller, seller),
    referrer: isAddressEqual(made.referrer, signed.referrer),
    // The receipt doesn't contain the implementation. It is known only if the option's code was
    // read.
    implementation:
      made.implementation === undefined ||
      isAddressEqual(made.implementation, order.implementation),
    'collateral token': isAddressEqual(made.collateralToken, order.collateral),
    'price feed': isAddressEqual(made.priceFeed, order.priceFeed),
    strikes: String(made.strikes) === String(order.strikes),
    expiry: made.expiry === order.expiry,
    contracts: made.numContracts === signed.numContracts,
    premium: made.entryPremium === premiumOf(order.price, signed.numContracts),
    collateral:
      terms === undefined ||
      made.collateralAmount === requiredCollateral({ terms, contracts: signed.numContracts }),
  };
  return FILL_FACTS.filter((fact) => !facts[fact]);
}
