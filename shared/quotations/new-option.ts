import type { Hex } from 'viem';
import { PRICE_FEEDS, TOKENS, type Token } from '../chain/deployments.ts';
import { IMPLEMENTATIONS, type ProductName } from '../chain/implementations.ts';
import { worthOf } from '../chain/tokens.ts';
import { PRODUCT_NAMES, product } from '../orders/products.ts';
import { ascending, strikeProblem } from '../orders/strikes.ts';
import type { Contracts, Price8, UnixSeconds } from '../units.ts';
import type { RequestTerms } from './terms.ts';

/** A new option as the user describes it. */
export interface AskedOption {
  readonly asset: string;
  readonly product: ProductName;
  /** In any order. */
  readonly strikes: readonly Price8[];
  /** Scaled by the collateral token's decimals. */
  readonly contracts: Contracts;
  readonly expiry: UnixSeconds;
}

/** Contracts and tokens that a new option of one product on one asset uses. */
export interface OptionKind
  extends Pick<RequestTerms, 'implementation' | 'priceFeed' | 'extraOptionData'> {
  /** The token of the collateral and of the premium. */
  readonly collateral: Token;
  /** The token that the buyer of a physical option delivers. */
  readonly delivery: Token | undefined;
}

/** Products that can't be requested, because their rules aren't known well enough. */
const NOT_ASKED: readonly ProductName[] = ['CALL_LOAN'];

/** `TOKENS` lists a plain token before the receipts that are worth the same. */
const tokenWorth = (worth: string) => TOKENS.find((token) => worthOf(token) === worth);

/**
 * Returns the contracts and tokens for a product on an asset; undefined if the factory's revision
 * doesn't have the product, or there is no token for the asset.
 */
export function optionKind(asset: string, name: ProductName): OptionKind | undefined {
  if (NOT_ASKED.includes(name)) return undefined;
  const { isQuoteCollateral, isPhysical } = product(name);
  const priceFeed = PRICE_FEEDS.find((feed) => feed.asset === asset)?.address;
  const implementation = IMPLEMENTATIONS.find(
    (known) => known.revision === 'r12' && known.product === name,
  )?.address;
  const collateral = tokenWorth(isQuoteCollateral ? 'USD' : asset);
  const delivery = isPhysical ? tokenWorth(isQuoteCollateral ? asset : 'USD') : undefined;
  if (
    priceFeed === undefined ||
    implementation === undefined ||
    collateral === undefined ||
    (isPhysical && delivery === undefined)
  )
    return undefined;
  const extraOptionData = delivery === undefined ? '0x' : addressWord(delivery.address);
  return { implementation, priceFeed, collateral, delivery, extraOptionData };
}

/** Returns the products that can be requested from makers for an asset. */
export function askedProducts(asset: string): readonly ProductName[] {
  return PRODUCT_NAMES.filter((name) => optionKind(asset, name) !== undefined);
}

/**
 * Returns an option in the factory's terms; undefined if the product doesn't exist on the asset, or
 * the strikes or the size break a rule.
 */
export function newOptionTerms(
  asked: AskedOption,
): Omit<RequestTerms, 'requester' | 'offerEnd' | 'isBuyer'> | undefined {
  const kind = optionKind(asked.asset, asked.product);
  const strikes = factoryStrikes(asked.product, asked.strikes);
  if (
    kind === undefined ||
    asked.contracts <= 0n ||
    strikeProblem(asked.product, strikes) !== undefined
  )
    return undefined;
  return {
    existingOption: undefined,
    collateral: kind.collateral.address,
    priceFeed: kind.priceFeed,
    implementation: kind.implementation,
    strikes,
    contracts: asked.contracts,
    expiry: asked.expiry,
    extraOptionData: kind.extraOptionData,
  };
}

/**
 * Products for which the factory requires descending strikes. Other products need ascending
 * strikes.
 */
const DESCENDING: readonly ProductName[] = ['PUT_SPREAD', 'PUT_FLY'];

function factoryStrikes(name: ProductName, strikes: readonly Price8[]): readonly Price8[] {
  const sorted = ascending(strikes);
  return DESCENDING.includes(name) ? sorted.toReversed() : sorted;
}

/** Encodes an address as one ABI word. */
export function addressWord(address: string): Hex {
  return `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;
}
