import type { Address, Hex } from 'viem';
import type { ProductName } from '../chain/deployments.ts';
import type { Contracts, Price8, TokenAmount, UnixSeconds } from '../units.ts';

/**
 * A maker's order as the book takes it: the 13 fields of the spec in their order. All but
 * `numContracts` are covered by the maker's signature and must be passed on unchanged; strikes
 * keep the order in which they were signed.
 */
export interface Order {
  readonly maker: Address;
  /** Last second in which the order can be filled. */
  readonly orderExpiryTimestamp: UnixSeconds;
  readonly collateral: Address;
  readonly isCall: boolean;
  readonly priceFeed: Address;
  readonly implementation: Address;
  /** The maker's side: false means that the taker buys, true that the taker sells. */
  readonly isLong: boolean;
  /** The maker's budget in base units of the collateral token, shared by all orders of one nonce. */
  readonly maxCollateralUsable: TokenAmount;
  readonly strikes: readonly Price8[];
  /** When the option expires. */
  readonly expiry: UnixSeconds;
  /** Premium per contract, 8 decimals, in collateral token. */
  readonly price: Price8;
  /** Chosen by the taker; not signed. Zero in the feed when the taker buys. */
  readonly numContracts: Contracts;
  readonly extraOptionData: Hex;
  /**
   * The product that the user gave this implementation when trusting its book. Set by the wallet alone
   * (`withTrust`): no parser reads it, it isn't signed and never sent.
   */
  readonly trustedAs?: ProductName;
}

/** An order with what the feed publishes beside it. */
export interface SignedOrder {
  readonly order: Order;
  readonly nonce: bigint;
  readonly signature: Hex;
  readonly optionBookAddress: Address;
  /** The user trusts this book by hand. Set by the wallet alone (`withTrust`). */
  readonly isTrustedBook?: boolean | undefined;
}
