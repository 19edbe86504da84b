import type { Hex } from 'viem';
import type { FeedEntry } from '../../shared/orders/parse-feed.ts';
import type { FeedEntryWire } from '../../shared/wire/orders.ts';

/** Returns an entry in the feed's format. Strikes above 2^53 can't be published. */
export function entryToWire({
  order,
  nonce,
  signature,
  optionBookAddress,
  ticker,
  greeks,
}: FeedEntry): FeedEntryWire {
  return {
    order: {
      ...(ticker === undefined ? {} : { ticker }),
      maker: order.maker,
      orderExpiryTimestamp: order.orderExpiryTimestamp,
      collateral: order.collateral,
      isCall: order.isCall,
      priceFeed: order.priceFeed,
      implementation: order.implementation,
      isLong: order.isLong,
      maxCollateralUsable: order.maxCollateralUsable.toString(),
      strikes: order.strikes.map(Number),
      expiry: order.expiry,
      price: order.price.toString(),
      numContracts: order.numContracts.toString(),
      extraOptionData: order.extraOptionData,
    },
    nonce: nonce.toString(),
    signature,
    optionBookAddress,
    ...(greeks === undefined ? {} : { greeks: { ...greeks } }),
  };
}

/** Returns a key that recognizes a repeated post of an order without computing hashes. */
export function entryKey({ order, signature, optionBookAddress }: FeedEntry): string {
  const { numContracts: _, ...signed } = order;
  return `${optionBookAddress} ${signature} ${Object.values(signed).join(' ')}`;
}

export interface VerifiedEntry {
  readonly digest: Hex;
  readonly entry: FeedEntry;
}
