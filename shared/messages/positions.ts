import type { PayoffPicture } from '../approvals/view.ts';
import type { ProductName } from '../chain/deployments.ts';
import type { RefusalKind } from '../chain/node-refusal.ts';

export type PositionState = 'open' | 'awaiting settlement' | 'settled' | 'closed';

/**
 * What a position is worth to its holder, as decimal text: base units of its token, or dollars with 8
 * decimals. What a seller owes is negative. Absent where a price is not known; never zero instead.
 */
export interface PositionWorth {
  readonly value: string;
  /** Absent when the cost of a received position isn't known. */
  readonly profit?: string;
  readonly valueUsd?: string;
  readonly profitUsd?: string;
  /** What the profit is a share of: the premium for a buyer, the collateral for a seller. */
  readonly stakeUsd?: string;
  /** Basis points of the stake, rounded down. */
  readonly profitBps?: string;
}

/** What of a position is held against the option contract itself. */
export type VerifiedFact =
  | 'buyer'
  | 'seller'
  | 'contracts'
  | 'strikes'
  | 'expiry'
  | 'collateral'
  | 'token'
  | 'feed'
  | 'code'
  | 'settled'
  /** By the receipt; or told by the indexer alone, and not possible for this product. */
  | 'premium'
  | 'payout'
  /** No code is at the address. */
  | 'absent'
  /** A known order book or factory created the option. */
  | 'origin'
  /** The option holds enough collateral for the most that it can pay. */
  | 'cover';

/** What a holder may do with a position that has not ended. */
export type PositionAction =
  | 'payout'
  | 'transfer'
  | 'close'
  | 'return-excess'
  /** Physical options: allow exactly the delivery, deliver, or give the option up. */
  | 'allow-delivery'
  | 'exercise'
  | 'decline';

/** Why an action cannot be taken now. */
export type ActionBlock =
  | 'not due'
  | 'watched only'
  | 'not checked'
  | 'foreign contract'
  | 'not the holder'
  | 'one side only'
  | 'no excess'
  | 'window open'
  | 'window ended'
  /** The contract asks for another delivery than strike and contracts give. */
  | 'other delivery'
  | 'short of delivery'
  | 'allow first'
  | 'already allowed';

/** The delivery that the buyer of a physical option owes or has made. */
export interface PositionDelivery {
  readonly token: PositionRow['token'];
  /** Base units of its token. */
  readonly amount: string;
  /** Unix seconds; the exercise window lasts from expiry until then. Absent once it is over. */
  readonly until?: number;
  /** The receipt of the exercise proves it. */
  readonly isDone: boolean;
}

/** One position from one of its sides. Amounts are base units of the token as decimal text. */
export interface PositionRow {
  /** Address and side: an account can hold both. */
  readonly key: string;
  readonly address: string;
  readonly state: PositionState;
  /** Absent for an unknown price feed. */
  readonly asset?: string;
  /** Absent for an unknown implementation. */
  readonly product?: ProductName;
  readonly isPhysical: boolean;
  readonly side: 'buyer' | 'seller';
  /** Ascending, 8 decimals. */
  readonly strikes: readonly string[];
  /** Unix seconds. */
  readonly expiry: number;
  /** Of collateral, premium and payout; without a symbol the token is unknown and amounts are units. */
  readonly token: {
    readonly address: string;
    readonly symbol?: string;
    readonly decimals: number;
  };
  readonly contracts: string;
  /** The whole premium of the option's first trade; a seller got it less the fee. */
  readonly premium: string;
  readonly fee: string;
  readonly collateral: string;
  /** Somebody else held this side first: the premium of the first trade isn't this holder's. */
  readonly isReceived: boolean;
  /**
   * Entered by the user for a received side: what a buyer paid for it, or what a seller got for taking
   * it over. Base units.
   */
  readonly enteredCost?: string;
  /** Who got this side from the account; the row is what the account once held. */
  readonly givenTo?: string;
  /** Ended: what was paid. Running: at the price now. */
  readonly worth?: PositionWorth;
  /** Running, and a volatility known: the model's estimate. */
  readonly model?: PositionWorth;
  /** The price behind the value of a running option: 8 decimals, its source, epoch milliseconds. */
  readonly spot?: {
    readonly price: string;
    readonly source: 'chain' | 'order feed';
    readonly at?: number;
  };
  /** Annual volatility behind `model`, as a fraction. */
  readonly volatility?: number;
  /** 8 decimals. */
  readonly settlementPrice?: string;
  readonly entry: { readonly at: number; readonly txHash: string };
  readonly end?: { readonly at: number; readonly txHash: string };
  readonly buyer: string;
  readonly seller: string;
  /** The zero address for nobody. */
  readonly referrer: string;
  readonly verification: 'verified' | 'disagrees' | 'not checked';
  /**
   * The chain contradicts that a known book created this option or that its collateral covers it.
   * Such a row has no value and no actions, and is listed apart.
   */
  readonly isUnproven: boolean;
  /** A long list is shown before all of it was held against the chain: this one's turn comes. */
  readonly isChecking?: boolean;
  readonly compared: readonly VerifiedFact[];
  readonly disagreements: readonly VerifiedFact[];
  /** Premium and payout stand in receipts that the wallet has read; else they are the indexer's word. */
  readonly isMoneyProven: boolean;
  /**
   * The payoff by Condor's formula, in base units; present when the settlement's receipt proves that
   * the contract paid another amount.
   */
  readonly formulaPayout?: string;
  /** The product's deployed payoff isn't known: values and the picture are estimates. */
  readonly isPayoffEstimate: boolean;
  /** The indexer does not know of it, or of its last change, yet: the wallet's own receipt does. */
  readonly isFresh: boolean;
  /** A settlement was tried, and the oracle had no price. */
  readonly hasFailedSettlement: boolean;
  /** The user trusts its book and option contracts by hand. */
  readonly isTrustedByHand?: true;
  /** Of a physical option; absent when its contract doesn't report it. */
  readonly delivery?: PositionDelivery;
  /** Of a physical option that ended without delivery: the buyer declined, or let the window pass. */
  readonly notExercised?: 'declined' | 'window passed';
  /** Empty once it has ended. */
  readonly actions: readonly { readonly action: PositionAction; readonly blocked?: ActionBlock }[];
  /** What lies in the option above its collateral, in base units; the seller's. */
  readonly excess?: string;
  readonly picture?: PayoffPicture;
}

/** Why the indexer isn't the source of positions. `old`: more than an hour behind the chain. */
export type IndexerTrouble = 'none' | 'unreachable' | 'behind' | 'unreadable' | 'old';

/**
 * The reason of a node's last refusal while logs were read. `lags`: it lacks recent blocks.
 * `disagrees`: it has other blocks than the first node.
 */
export interface NodeProblem {
  /** Host and port. */
  readonly host: string;
  readonly reason: RefusalKind | 'lags' | 'disagrees';
  /** Length of the refused range; 0 for other questions. */
  readonly blocks: number;
}

/** How far the chain was read for an account's fills. */
export interface ChainReading {
  readonly isReading: boolean;
  /** Time of the oldest block that was read, in epoch milliseconds; absent while none was. */
  readonly since?: number;
  /** Absent when everything that was asked for is read. */
  readonly progress?: { readonly readSeconds: number; readonly ofSeconds: number };
  /** An estimate; absent until the pace is known. */
  readonly secondsLeft?: number;
  /** Present while no node answers as it should. */
  readonly problems?: readonly NodeProblem[];
  /** Fills that were found and whose receipts are still to be read. */
  readonly unread?: number;
  /** Present when a fill may be missing: no receipt proved it, or only one of several nodes was asked. */
  readonly isUnsure?: boolean;
  /** Whether there is an older part of the chain to read. */
  readonly canLookFurther: boolean;
}

export interface PositionsView {
  readonly rows: readonly PositionRow[];
  /** Positions that the indexer tells of and that are not shown: the oldest that have ended. */
  readonly omitted?: number;
  /** Epoch milliseconds of the indexer's answer; absent while there was none. */
  readonly at?: number;
  /** Present when the indexer could not be relied on just now. */
  readonly trouble?: IndexerTrouble;
  /** Present when positions are read from the chain. */
  readonly chain?: ChainReading;
}
