import { type Address, encodeAbiParameters } from 'viem';
import { PRICE_FEEDS, TOKENS, type Token } from '../../shared/chain/deployments.ts';
import { IMPLEMENTATIONS, type ProductName } from '../../shared/chain/implementations.ts';
import { reserveOf } from '../../shared/chain/lending.ts';
import type { Order } from '../../shared/orders/order.ts';
import { product } from '../../shared/orders/products.ts';
import { contracts, price8, tokenAmount, unixSeconds } from '../../shared/units.ts';

export interface OrderInput {
  readonly maker: Address;
  readonly product: ProductName;
  readonly asset: 'ETH' | 'BTC';
  /** 8 decimals, in signed order. */
  readonly strikes: readonly bigint[];
  /** Premium per contract, 8 decimals, in collateral tokens. */
  readonly price: bigint;
  /** The maker's budget in base units of the collateral token. */
  readonly budget: bigint;
  /** Unix seconds. */
  readonly expiry: number;
  readonly orderExpiry: number;
  /** True if the order requires receipts of the lending pool. Default: false. */
  readonly inReceipts?: boolean;
  /** True if the maker buys. Default: false. */
  readonly isLong?: boolean;
}

export function tokenNamed(symbol: string): Token {
  const token = TOKENS.find((known) => known.symbol === symbol);
  if (token === undefined) throw new Error(`There is no token "${symbol}".`);
  return token;
}

export function collateralOf(name: ProductName, asset: 'ETH' | 'BTC'): Token {
  if (product(name).isQuoteCollateral) return tokenNamed('USDC');
  return tokenNamed(asset === 'ETH' ? 'WETH' : 'cbBTC');
}

function deliveryOf(name: ProductName, asset: 'ETH' | 'BTC'): Token {
  if (name === 'PHYSICAL_CALL') return tokenNamed('USDC');
  return tokenNamed(asset === 'ETH' ? 'WETH' : 'cbBTC');
}

/**
 * Returns the lending pool's receipt for a token. For cbBTC, returns the token, because deployed
 * makers take cbBTC.
 */
function receiptOf(token: Token): Token {
  return token.symbol === 'cbBTC' ? token : reserveOf(token.symbol).receipt;
}

/** Returns an order with the newest implementation of a product, as the maker would sign it. */
export function buildOrder(input: OrderInput): Order {
  const { isCall, isPhysical } = product(input.product);
  const implementation = IMPLEMENTATIONS.find(
    (known) => known.revision === 'r12' && known.product === input.product,
  );
  const feed = PRICE_FEEDS.find((known) => known.asset === input.asset);
  if (implementation === undefined || feed === undefined)
    throw new Error(`There is no ${input.product} on ${input.asset}.`);
  const form = (token: Token) => (input.inReceipts === true ? receiptOf(token) : token);
  return {
    maker: input.maker,
    orderExpiryTimestamp: unixSeconds(input.orderExpiry),
    collateral: form(collateralOf(input.product, input.asset)).address,
    isCall: isCall ?? true,
    priceFeed: feed.address,
    implementation: implementation.address,
    isLong: input.isLong ?? false,
    maxCollateralUsable: tokenAmount(input.budget),
    strikes: input.strikes.map(price8),
    expiry: unixSeconds(input.expiry),
    price: price8(input.price),
    numContracts: contracts(0n),
    extraOptionData: isPhysical
      ? encodeAbiParameters(
          [{ type: 'address' }],
          [form(deliveryOf(input.product, input.asset)).address],
        )
      : '0x',
  };
}
