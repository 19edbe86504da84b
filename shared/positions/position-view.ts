import type { ProductName } from '../chain/implementations.ts';
import type { NodeRefusalKind } from '../chain/logs/node-refusal.ts';
import type { PayoffPicture } from '../orders/picture.ts';

/** Number of accounts whose positions are shown and remembered at once. */
export const MAX_READ_ACCOUNTS = 16;

export type PositionState = 'open' | 'awaitingSettlement' | 'settled' | 'closed';

/**
 * Value of a position for its holder, as decimal text: base units of its token, or dollars with 8
 * decimals. A seller's debt is negative. Absent when a price is unknown; never zero instead.
 */
export interface PositionWorth {
  readonly value: string;
  /** Absent when the cost of a received position is unknown. */
  readonly profit?: string;
  readonly valueUsd?: string;
  readonly profitUsd?: string;
  /** Base of the profit's percentage: the premium for a buyer, the collateral for a seller. */
  readonly stakeUsd?: string;
  /** Basis points of the stake, rounded down. */
  readonly profitBps?: string;
}

/**
 * Source of the price at which a position could be closed: a live quote for its terms and size, a maker's
 * recent offer, the makers' bids or asks of its expiry, or their other side with an assumed spread.
 */
export type ClosingSource = 'quote' | 'offer' | 'makers' | 'assumedSpread';

/** A position's fact that is compared with the option contract. */
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
  /** Proven by the receipt; else only the indexer's claim, and impossible for this product. */
  | 'premium'
  | 'payout'
  /** The address has no code. */
  | 'absent'
  /** A known order book or factory created the option. */
  | 'origin'
  /** The option holds enough collateral for its maximum payoff. */
  | 'cover';

/** An action that a holder may take on a position that hasn't ended. */
export type PositionAction =
  | 'payout'
  | 'transfer'
  | 'split'
  /** Ask makers for offers for this side. */
  | 'offers'
  /** Dissolve the option, which needs both sides. */
  | 'close'
  | 'returnExcess'
  /** Physical options: allow exactly the delivery, deliver, or decline. */
  | 'allowDelivery'
  | 'exercise'
  | 'decline';

/** Why an action isn't possible now. */
export type ActionBlock =
  | 'notDue'
  /** After expiry, a split into two options has no use. */
  | 'expired'
  | 'watchedOnly'
  | 'notChecked'
  | 'foreignContract'
  | 'notTheHolder'
  | 'noExcess'
  | 'windowOpen'
  | 'windowEnded'
  /** The contract requires another delivery than strike and contracts imply. */
  | 'otherDelivery'
  | 'shortOfDelivery'
  | 'allowFirst'
  | 'alreadyAllowed';

/**
 * Fees of a position's possible actions, without the amounts that they move. Wei as decimal text.
 */
export interface ActionCosts {
  /** Likely network fees; without actions that the node rejects. */
  readonly network: readonly { readonly action: PositionAction; readonly wei: string }[];
  /** Fee of the option contract for a split. */
  readonly splitFee?: string;
  /** Dollars of one ether, 8 decimals. */
  readonly etherPrice?: string;
}

/** The delivery that the buyer of a physical option still has to make, or has made. */
interface PositionDelivery {
  readonly token: PositionRow['token'];
  /** Base units of its token. */
  readonly amount: string;
  /** Unix seconds; the exercise window is from expiry until then. Absent after it. */
  readonly until?: number;
  /** Proven by the receipt of the exercise. */
  readonly isDone: boolean;
  /** The delivered tokens are worth more than the received ones, at the current prices. */
  readonly isAtLoss?: boolean;
}

/** One side of a position. Amounts are base units of the token as decimal text. */
export interface PositionRow {
  /** Address and side: an account may have both. */
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
  /**
   * Token of collateral, premium and payout; without a symbol the token is unknown and amounts are
   * units.
   */
  readonly token: {
    readonly address: string;
    readonly symbol?: string;
    readonly decimals: number;
  };
  readonly contracts: string;
  /** The option that this one was split off, by the receipt. */
  readonly splitFrom?: string;
  /** The whole premium of the option's first trade; a seller received it less the fee. */
  readonly premium: string;
  readonly fee: string;
  readonly collateral: string;
  /** Another account held this side first: the first trade's premium isn't this holder's. */
  readonly isReceived: boolean;
  /**
   * Entered by the user for a received side: a buyer's cost, or a seller's proceeds. Base units.
   */
  readonly enteredCost?: string;
  /** A maker took this side over for its worth. */
  readonly isClosedByOffer?: boolean;
  /**
   * The factory's fee of that closing; the worth is a buyer's proceeds after it, or a seller's cost
   * with it. Absent when the wallet didn't store it.
   */
  readonly closingFee?: string;
  /** Account that received this side; the row shows the position as it was before that transfer. */
  readonly givenTo?: string;
  /** True when the contract reports that it is settled, but its payout hasn't been read yet. */
  readonly isPayoutUnread?: boolean;
  /** Ended: the payout. Running: the value at the current price. */
  readonly worth?: PositionWorth;
  /**
   * Running, with live quotes: proceeds of selling the side now, after the fee, or cost of buying
   * it back. The profit counts it.
   */
  readonly model?: PositionWorth;
  /** Source of the price in `model`. */
  readonly closesBy?: ClosingSource;
  /** The option's value between the makers' bid and ask, in base units, without a fee or a sign. */
  readonly mark?: string;
  /** Price used for a running option's value: 8 decimals, its source, epoch milliseconds. */
  readonly spot?: {
    readonly price: string;
    readonly source: 'chain' | 'order feed';
    readonly at?: number;
  };
  /** Annual volatility between the makers' bid and ask, as a fraction. */
  readonly volatility?: number;
  /** Share of it by which makers buy below and sell above it. */
  readonly halfSpread?: number;
  /** Makers whose quotes agree with it. */
  readonly volatilityMakers?: number;
  /** 8 decimals. */
  readonly settlementPrice?: string;
  readonly entry: { readonly at: number; readonly txHash: string };
  readonly end?: { readonly at: number; readonly txHash: string };
  readonly buyer: string;
  readonly seller: string;
  /** The zero address means none. */
  readonly referrer: string;
  readonly verification: 'verified' | 'disagrees' | 'notChecked';
  /**
   * The chain contradicts that a known book created this option, or that its collateral covers it.
   * The row has no value and no actions, and is listed separately.
   */
  readonly isUnproven: boolean;
  /** Not yet compared with the chain: long lists are shown before all rows are verified. */
  readonly isChecking?: boolean;
  readonly compared: readonly VerifiedFact[];
  readonly disagreements: readonly VerifiedFact[];
  /**
   * Premium and payout are proven by receipts that the wallet has read; otherwise only the indexer
   * claims them.
   */
  readonly isMoneyProven: boolean;
  /**
   * The payoff by Condor's formula, in base units; present when the settlement's receipt proves
   * another payout.
   */
  readonly formulaPayout?: string;
  /** The product's deployed payoff is unknown: values and picture are estimates. */
  readonly isPayoffEstimate: boolean;
  /**
   * The indexer doesn't know the position, or its last change, yet; the wallet has its own receipt.
   */
  readonly isFresh: boolean;
  /** A settlement was attempted, but the oracle had no price. */
  readonly hasFailedSettlement: boolean;
  /** Present for a physical option whose contract returns it. */
  readonly delivery?: PositionDelivery;
  /** Why a physical option ended without delivery: the buyer declined, or the window passed. */
  readonly notExercised?: 'declined' | 'windowPassed';
  /** Empty after it has ended. */
  readonly actions: readonly { readonly action: PositionAction; readonly blocked?: ActionBlock }[];
  /** Amount in the option above its collateral, in base units; it belongs to the seller. */
  readonly excess?: string;
  readonly picture?: PayoffPicture;
}

/** Why the indexer isn't used for positions. `old`: more than an hour behind the chain. */
export type IndexerTrouble = 'none' | 'unreachable' | 'behind' | 'unreadable' | 'old';

/**
 * A node's last refusal while logs were read. `lags`: it lacks recent blocks. `disagrees`: its
 * blocks differ from the first node's.
 */
export interface NodeProblem {
  /** Host and port. */
  readonly host: string;
  readonly reason: NodeRefusalKind | 'lags' | 'disagrees';
  /** Length of the refused range; 0 for other requests. */
  readonly blocks: number;
}

/** How far the chain was read for an account's fills. */
export interface ChainReading {
  readonly isReading: boolean;
  /** Time of the oldest read block, in epoch milliseconds; absent before the first. */
  readonly since?: number;
  /** Absent when the requested period is complete. */
  readonly progress?: { readonly readSeconds: number; readonly ofSeconds: number };
  /** An estimate; absent until the pace is known. */
  readonly secondsLeft?: number;
  /** Present while no node responds correctly. */
  readonly problems?: readonly NodeProblem[];
  /** Number of fills whose receipts aren't read yet. */
  readonly unread?: number;
  /**
   * Present when a fill may be missing: no receipt proved it, or only one of several nodes was
   * read.
   */
  readonly isUnsure?: boolean;
  /** Whether an older part of the chain can be read. */
  readonly canLookFurther: boolean;
}

export interface PositionsView {
  readonly rows: readonly PositionRow[];
  /** Number of positions that the indexer has but that aren't shown: the oldest ended ones. */
  readonly omitted?: number;
  /** Epoch milliseconds of the indexer's response; absent before the first. */
  readonly at?: number;
  /** Present when the indexer isn't reliable now. */
  readonly trouble?: IndexerTrouble;
  /** Present when positions are read from the chain. */
  readonly chain?: ChainReading;
}
