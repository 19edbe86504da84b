import type { Address } from 'viem';
import { PRICE_FEEDS } from '../../shared/chain/deployments.ts';
import { IMPLEMENTATIONS } from '../../shared/chain/implementations.ts';
import type { Devnet } from './devnet.ts';
import { fairPrice, type QuotedAsset } from './quotes.ts';

/** The terms of a request that determine its price. */
export interface PricedTerms {
  readonly implementation: Address;
  readonly collateralPriceFeed: Address;
  readonly strikes: readonly bigint[];
  readonly numContracts: bigint;
  readonly expiryTimestamp: bigint;
  readonly isRequestingLongPosition: boolean;
}

const sameAs = (address: Address) => (known: { readonly address: Address }) =>
  known.address.toLowerCase() === address.toLowerCase();

const isQuoted = (asset: string | undefined): asset is QuotedAsset =>
  asset === 'ETH' || asset === 'BTC';

/**
 * Returns the total price of a request. It is above the model's value by `spread` (a fraction) if
 * the maker sells, and below it by `spread` if the maker buys.
 */
export async function rfqPrice(
  devnet: Pick<Devnet, 'price'>,
  terms: PricedTerms,
  { now, spread }: { readonly now: number; readonly spread: number },
): Promise<bigint | undefined> {
  const asset = PRICE_FEEDS.find(sameAs(terms.collateralPriceFeed))?.asset;
  const product = IMPLEMENTATIONS.find(sameAs(terms.implementation))?.product;
  if (!isQuoted(asset) || product === undefined) return undefined;
  const fair = fairPrice({
    product,
    asset,
    strikes: terms.strikes,
    spot: await devnet.price(asset),
    now,
    expiry: Number(terms.expiryTimestamp),
  });
  if (fair === undefined || !(fair > 0)) return undefined;
  const isSelling = terms.isRequestingLongPosition;
  const perContract = BigInt(Math.ceil(fair * (isSelling ? 1 + spread : 1 - spread) * 1e8));
  const total = perContract * terms.numContracts;
  return isSelling ? (total + 10n ** 8n - 1n) / 10n ** 8n : total / 10n ** 8n;
}
