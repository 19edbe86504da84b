import type { Address, Hex } from 'viem';
import type { Contracts, Price8, TokenAmount, UnixSeconds } from '../units.ts';

/**
 * `pending_init`: filled, but the option's own terms aren't known yet. `open`: until the
 * settlement, even after expiry.
 */
export type PositionStatus = 'pending_init' | 'open' | 'settled' | 'closed';

/** Block, transaction and time of an event. */
export interface ChainMoment {
  readonly block: number;
  readonly timestamp: UnixSeconds;
  readonly txHash: Hex;
}

export interface Settlement {
  /** Undefined if no event contains the price. */
  readonly settlementPrice: Price8 | undefined;
  readonly payoutBuyer: TokenAmount | undefined;
  readonly collateralReturnedSeller: TokenAmount | undefined;
}

/**
 * One option contract between a buyer and a seller. Amounts are base units of the collateral token;
 * addresses are lower-case.
 */
export interface PositionRecord {
  readonly address: Address;
  readonly status: PositionStatus;
  /** Created by a book's fill or by a factory; a split option has its parent's source. */
  readonly source: 'book' | 'factory';
  readonly buyer: Address;
  readonly seller: Address;
  /**
   * The referrer of the trade; the zero address for none. Filter trades by this member, not by
   * `createdBy`.
   */
  readonly referrer: Address;
  readonly createdBy: Address;
  readonly entry: ChainMoment & { readonly logIndex: number };
  /** The whole premium including the fee. */
  readonly entryPremium: TokenAmount;
  readonly entryFeePaid: TokenAmount;
  readonly referralFeePaid: TokenAmount;
  readonly collateralToken: Address;
  readonly priceFeed: Address;
  /** In the order that the option contract uses. */
  readonly strikes: readonly Price8[];
  readonly expiry: UnixSeconds;
  readonly numContracts: Contracts;
  readonly collateralAmount: TokenAmount;
  /** Not decoded, because the implementation determines the product. */
  readonly optionType: bigint;
  /** Implementation of the option; undefined until read from the chain. */
  readonly implementation: Address | undefined;
  /** The option from which this one was split. */
  readonly parent: Address | undefined;
  /** Id of the factory's request that created this option. */
  readonly quotationId: bigint | undefined;
  readonly close: ChainMoment | undefined;
  readonly settlement: Settlement | undefined;
  readonly explicitClose:
    | { readonly closedBy: Address; readonly collateralReturned: TokenAmount }
    | undefined;
}
