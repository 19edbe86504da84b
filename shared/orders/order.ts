import type { Address, Hex } from 'viem';
import type { Contracts, Price8, TokenAmount, UnixSeconds } from '../units.ts';

/**
 * A maker's order in the form of the book: the spec's 13 fields in order. The maker's signature
 * covers all fields except `numContracts`. Don't change the signed fields, and keep the strikes in
 * signed order.
 */
export interface Order {
  readonly maker: Address;
  /** Last second in which the order can be filled. */
  readonly orderExpiryTimestamp: UnixSeconds;
  readonly collateral: Address;
  readonly isCall: boolean;
  readonly priceFeed: Address;
  readonly implementation: Address;
  /** The maker's side. False: the taker buys. True: the taker sells. */
  readonly isLong: boolean;
  /**
   * The maker's budget in base units of the collateral token, shared by all orders with the same
   * nonce.
   */
  readonly maxCollateralUsable: TokenAmount;
  readonly strikes: readonly Price8[];
  readonly expiry: UnixSeconds;
  /** Premium per contract, 8 decimals, in collateral tokens. */
  readonly price: Price8;
  /** Chosen by the taker, not signed. In feeds, zero when the taker buys. */
  readonly numContracts: Contracts;
  readonly extraOptionData: Hex;
}

/** An order with the feed's additional data. */
export interface SignedOrder {
  readonly order: Order;
  readonly nonce: bigint;
  readonly signature: Hex;
  readonly optionBookAddress: Address;
}
