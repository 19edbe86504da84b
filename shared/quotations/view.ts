import type { ProductName } from '../chain/implementations.ts';
import type { QuotationStage } from './stage.ts';

/**
 * `open`: can be accepted or revealed. `beyond limit`: above a buyer's limit, or below a seller's.
 * `withdrawn`: by its maker. `lost`: another offer won.
 */
export type OfferState = 'open' | 'beyondLimit' | 'revealed' | 'accepted' | 'lost' | 'withdrawn';

/** A maker's offer whose signature was checked. Amounts are base units as decimal text. */
export interface OfferView {
  readonly offeror: string;
  /** The total for all contracts, including the fee. */
  readonly amount: string;
  /** A buyer's cost, or a seller's proceeds after the fee; absent while the fee isn't known. */
  readonly net?: string;
  readonly state: OfferState;
  /** The maker signs orders of the feed too. */
  readonly isKnown?: boolean;
}

/** A request for quotation of a user's account. Amounts are base units as decimal text. */
export interface QuotationView {
  readonly id: string;
  readonly stage: QuotationStage;
  /** Unix seconds at which the stage ends by itself. */
  readonly stageEnd?: number;
  /** The option whose side is asked about; absent for a new one. */
  readonly existing?: string;
  /** The option of the trade, once there was one. */
  readonly option?: string;
  readonly isBuyer: boolean;
  readonly asset?: string;
  readonly product?: ProductName;
  /** Ascending, 8 decimals. */
  readonly strikes: readonly string[];
  /** Unix seconds. */
  readonly expiry: number;
  readonly token: {
    readonly address: string;
    readonly symbol?: string;
    readonly decimals: number;
  };
  readonly contracts: string;
  /**
   * Highest premium that a buyer pays, or lowest that a seller accepts; absent once an offer was
   * revealed.
   */
  readonly limit?: string;
  /** The requester's cost or proceeds at the present price; absent while the fee isn't known. */
  readonly limitNet?: string;
  /** The requester's money in the factory. */
  readonly escrow: string;
  /**
   * Offers that can be accepted come first, among them those of known makers, and the best of each
   * group first.
   */
  readonly offers: readonly OfferView[];
  /** Offers that aren't sealed for this account, or that their offeror didn't sign. */
  readonly unreadable: number;
  /** Offers that aren't opened yet; absent for none. */
  readonly unopened?: number;
  /** Absent while neither a node nor the indexer has returned the offers. */
  readonly offersFrom?: 'chain' | 'indexer';
  /** A settled request's amounts by its events. */
  readonly paid?: { readonly amount: string; readonly fee: string };
}

/** Money that a request for a new option needs. Base units of its collateral as decimal text. */
export interface NewRequestNeeds {
  /** A buyer's limit, or a seller's collateral. */
  readonly needed: string;
  /** Collateral that the account's other running requests need. */
  readonly pledged: string;
  readonly held: string;
  /** The factory's allowance. */
  readonly allowed: string;
}

/** An amount of a known token. */
interface TokenUnits {
  readonly token: string;
  readonly symbol: string;
  readonly decimals: number;
  /** Base units as decimal text. */
  readonly amount: string;
}

/** The requests of an account, newest first. */
export interface QuotationsView {
  readonly quotations: readonly QuotationView[];
  /** Seconds for revealing offers, after their end. */
  readonly revealWindow: number;
  /** The account's money in the factory after a failed transfer. */
  readonly claims: readonly TokenUnits[];
  /** Allowances of the factory that no running request needs. */
  readonly leftAllowances: readonly TokenUnits[];
}
