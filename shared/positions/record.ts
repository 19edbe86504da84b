import type { Address, Hex } from 'viem';
import type { TrustedBook } from '../chain/trusted-book.ts';
import type { Contracts, Price8, TokenAmount, UnixSeconds } from '../units.ts';

/**
 * `pending_init`: filled, but the option's own terms are not known yet. `open` lasts until someone
 * settles, also after expiry.
 */
export type PositionStatus = 'pending_init' | 'open' | 'settled' | 'closed';

/** Where on the chain something happened. */
export interface ChainMoment {
  readonly block: number;
  readonly timestamp: UnixSeconds;
  readonly txHash: Hex;
}

export interface Settlement {
  /** Undefined where the chain did not say it. */
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
  /** Whether a book's fill or a factory's quotation made it; a split keeps its parent's. */
  readonly source: 'book' | 'factory';
  readonly buyer: Address;
  readonly seller: Address;
  /** Who is credited with the trade; the zero address for nobody. This, not `createdBy`, is to be filtered by. */
  readonly referrer: Address;
  readonly createdBy: Address;
  readonly entry: ChainMoment & { readonly logIndex: number };
  /** The whole premium, fee included. */
  readonly entryPremium: TokenAmount;
  readonly entryFeePaid: TokenAmount;
  readonly referralFeePaid: TokenAmount;
  readonly collateralToken: Address;
  readonly priceFeed: Address;
  /** In the order in which the option holds them. */
  readonly strikes: readonly Price8[];
  readonly expiry: UnixSeconds;
  readonly numContracts: Contracts;
  readonly collateralAmount: TokenAmount;
  /** Opaque: products are named by implementation. */
  readonly optionType: bigint;
  /** What the option is a clone of; undefined until read from the chain. */
  readonly implementation: Address | undefined;
  /** Option contracts of its book that the user trusts. Set by the wallet alone, never stored. */
  readonly trusted?: TrustedBook['implementations'];
  /** The option that this one was split off. */
  readonly parent: Address | undefined;
  /** The quotation that made it, on the factory side. */
  readonly quotationId: bigint | undefined;
  readonly close: ChainMoment | undefined;
  readonly settlement: Settlement | undefined;
  readonly explicitClose:
    | { readonly closedBy: Address; readonly collateralReturned: TokenAmount }
    | undefined;
}
