import type { Address } from 'viem';
import type { Token } from '../chain/deployments.ts';
import { assetOfFeed, tokenAt, worthOf } from '../chain/tokens.ts';
import { type Contracts, ONE_8, type TokenAmount, tokenAmount } from '../units.ts';
import type { Product } from './products.ts';
import type { OptionTerms } from './terms.ts';

/**
 * Returns the worth of one delivered token: a dollar for a call, the underlying for a put.
 * Undefined for a put with an unknown price feed.
 */
export function deliveredWorth(
  { isQuoteCollateral }: Pick<Product, 'isQuoteCollateral'>,
  priceFeed: Address,
): string | undefined {
  return isQuoteCollateral ? assetOfFeed(priceFeed) : 'USD';
}

/** Returns the known token in a physical order's extra data, which is one ABI word. */
export function deliveryTokenIn(extraData: string): Token | undefined {
  const word = /^0x0{24}([0-9a-fA-F]{40})$/.exec(extraData);
  return word ? tokenAt(`0x${word[1]}`) : undefined;
}

/** Returns true if a physical order's delivery token is worth what the order's terms imply. */
export function isWorthDelivery(
  token: Token,
  product: Pick<Product, 'isQuoteCollateral'>,
  priceFeed: Address,
): boolean {
  const worth = worthOf(token);
  return worth !== undefined && worth === deliveredWorth(product, priceFeed);
}

/**
 * Returns the base units of the delivery token that the buyer of a physical option delivers,
 * rounded up: strike × contracts for a call, one token per contract for a put. Source:
 * reference/options-protocol.md, section 2.6.
 */
export function requiredDelivery(
  { product, strikes }: OptionTerms,
  input: {
    readonly contracts: Contracts;
    readonly collateralDecimals: number;
    readonly deliveryDecimals: number;
  },
): TokenAmount {
  const [strike = 0n] = strikes;
  const perContract = product.isQuoteCollateral ? ONE_8 : strike;
  const scale = ONE_8 * 10n ** BigInt(input.collateralDecimals);
  const amount = perContract * input.contracts * 10n ** BigInt(input.deliveryDecimals);
  return tokenAmount((amount + scale - 1n) / scale);
}
