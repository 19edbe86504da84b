import type { Address, Hex } from 'viem';
import type { Contracts, Price8, TokenAmount, UnixSeconds } from '../units.ts';

/**
 * `pending_init`: filled, but the option's own terms aren't known yet. `open` lasts until the
 * settlement, also after expiry.
 */
export type PositionStatus = 'pending_init' | 'open' | 'settled' | 'closed';

/** Block, transaction and time of an event. */
export interface ChainMoment {
  readonly block: number;
  readonly timestamp: UnixSeconds;
  readonly txHash: Hex;
}

export interface Settlement {
  /** Undefined when the chain doesn't contain it. */
  readonly settlementPrice: Price8 | undefined;
  readonly payoutBuyer: TokenAmount | undefined;
  readonly collateralReturnedSeller: TokenAmount | undefined;
}

/**
 * One option contract between its buyer and its seller. Amounts are base units of the collateral
 * token; addresses lower-case.
 */
export interface PositionRecord {
  readonly address: Address;
  readonly status: PositionStatus;
  /** Made by a book's fill or a factory's quotation; a split keeps its parent's source. */
  readonly source: 'book' | 'factory';
  readonly buyer: Address;
  readonly seller: Address;
  /**
   * The referrer credited with the trade; zero address for none. Filter by this, not by
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
  /** In the option's order. */
  readonly strikes: readonly Price8[];
  readonly expiry: UnixSeconds;
  readonly numContracts: Contracts;
  readonly collateralAmount: TokenAmount;
  /** Opaque: the implementation determines the product. */
  readonly optionType: bigint;
  /** Implementation of the option; undefined until read from the chain. */
  readonly implementation: Address | undefined;
  /** The option from which this one was split. */
  readonly parent: Address | undefined;
  /** The factory side's quotation of this option. */
  readonly quotationId: bigint | undefined;
  readonly close: ChainMoment | undefined;
  readonly settlement: Settlement | undefined;
  readonly explicitClose:
    | { readonly closedBy: Address; readonly collateralReturned: TokenAmount }
    | undefined;
}
