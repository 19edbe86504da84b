import type { ProductName } from '../chain/implementations.ts';
import type { NodeRefusalKind } from '../chain/logs/node-refusal.ts';
import { signedUnits, units, type ValueOf, word } from '../codec.ts';
import { oneOf } from '../one-of.ts';
import type { PayoffPicture } from '../orders/picture.ts';
import * as Type from '../schema.ts';
import type { Contracts, Price8, TokenAmount, Usd8, Wei } from '../units.ts';

/** Number of accounts whose positions are shown and remembered at once. */
export const MAX_READ_ACCOUNTS = 16;

const optional = Type.Optional;

export type PositionState = 'open' | 'awaitingSettlement' | 'settled' | 'closed';

/**
 * Value of a position for its holder: base units of its token, or dollars. A seller's debt is
 * negative. Absent when a price is unknown; never zero instead.
 */
const WorthSchema = Type.Object({
  value: signedUnits<TokenAmount>(),
  /** Absent when the cost of a received position is unknown. */
  profit: optional(signedUnits<TokenAmount>()),
  valueUsd: optional(signedUnits<Usd8>()),
  profitUsd: optional(signedUnits<Usd8>()),
  /** Base of the profit's percentage: the premium for a buyer, the collateral for a seller. */
  stakeUsd: optional(signedUnits<Usd8>()),
  /** Basis points of the stake, rounded down. */
  profitBps: optional(signedUnits()),
});

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

/** Fees of a position's possible actions, without the amounts that they move. */
export const ActionCostsSchema = Type.Object({
  /** Likely network fees; without actions that the node rejects. */
  network: Type.Array(Type.Object({ action: word<PositionAction>(), wei: units<Wei>() })),
  /** Fee of the option contract for a split. */
  splitFee: optional(units<Wei>()),
  /** Dollars of one ether. */
  etherPrice: optional(units<Price8>()),
});
export type ActionCosts = ValueOf<typeof ActionCostsSchema>;

const TokenSchema = Type.Object({
  address: Type.String(),
  symbol: optional(Type.String()),
  decimals: Type.Integer(),
});

/** The delivery that the buyer of a physical option still has to make, or has made. */
const DeliverySchema = Type.Object({
  token: TokenSchema,
  /** Base units of its token. */
  amount: units<TokenAmount>(),
  /** Unix seconds; the exercise window is from expiry until then. Absent after it. */
  until: optional(Type.Integer()),
  /** Proven by the receipt of the exercise. */
  isDone: Type.Boolean(),
  /** The delivered tokens are worth more than the received ones, at the current prices. */
  isAtLoss: optional(Type.Boolean()),
});

/** Unix seconds and transaction. */
const MomentSchema = Type.Object({ at: Type.Integer(), txHash: Type.String() });

/** One side of a position. Amounts are base units of the token. */
export const PositionRowSchema = Type.Object({
  /** Address and side: an account may have both. */
  key: Type.String(),
  address: Type.String(),
  state: word<PositionState>(),
  /** Absent for an unknown price feed. */
  asset: optional(Type.String()),
  /** Absent for an unknown implementation. */
  product: optional(word<ProductName>()),
  isPhysical: Type.Boolean(),
  side: oneOf(['buyer', 'seller']),
  /** Ascending, 8 decimals. */
  strikes: Type.Array(units<Price8>()),
  /** Unix seconds. */
  expiry: Type.Integer(),
  /**
   * Token of collateral, premium and payout; without a symbol the token is unknown and amounts are
   * units.
   */
  token: TokenSchema,
  contracts: units<Contracts>(),
  /** The option that this one was split off, by the receipt. */
  splitFrom: optional(Type.String()),
  /** The whole premium of the option's first trade; a seller received it less the fee. */
  premium: units<TokenAmount>(),
  fee: units<TokenAmount>(),
  collateral: units<TokenAmount>(),
  /** Another account held this side first: the first trade's premium isn't this holder's. */
  isReceived: Type.Boolean(),
  /**
   * Entered by the user for a received side: a buyer's cost, or a seller's proceeds. Base units.
   */
  enteredCost: optional(units<TokenAmount>()),
  /** A maker took this side over for its worth. */
  isClosedByOffer: optional(Type.Boolean()),
  /**
   * The factory's fee of that closing; the worth is a buyer's proceeds after it, or a seller's cost
   * with it. Absent when the wallet didn't store it.
   */
  closingFee: optional(units<TokenAmount>()),
  /** Account that received this side; the row shows the position as it was before that transfer. */
  givenTo: optional(Type.String()),
  /** True when the contract reports that it is settled, but its payout hasn't been read yet. */
  isPayoutUnread: optional(Type.Boolean()),
  /** Ended: the payout. Running: the value at the current price. */
  worth: optional(WorthSchema),
  /**
   * Running, with live quotes: proceeds of selling the side now, after the fee, or cost of buying
   * it back. The profit counts it.
   */
  model: optional(WorthSchema),
  /** Source of the price in `model`. */
  closesBy: optional(word<ClosingSource>()),
  /** The option's value between the makers' bid and ask, in base units, without a fee or a sign. */
  mark: optional(signedUnits<TokenAmount>()),
  /** Price used for a running option's value: 8 decimals, its source, epoch milliseconds. */
  spot: optional(
    Type.Object({
      price: units<Price8>(),
      source: oneOf(['chain', 'order feed']),
      at: optional(Type.Integer()),
    }),
  ),
  /** Annual volatility between the makers' bid and ask, as a fraction. */
  volatility: optional(Type.Number()),
  /** Share of it by which makers buy below and sell above it. */
  halfSpread: optional(Type.Number()),
  /** Makers whose quotes agree with it. */
  volatilityMakers: optional(Type.Integer()),
  /** 8 decimals. */
  settlementPrice: optional(units<Price8>()),
  entry: MomentSchema,
  end: optional(MomentSchema),
  buyer: Type.String(),
  seller: Type.String(),
  /** The zero address means none. */
  referrer: Type.String(),
  verification: oneOf(['verified', 'disagrees', 'notChecked']),
  /**
   * The chain contradicts that a known book created this option, or that its collateral covers it.
   * The row has no value and no actions, and is listed separately.
   */
  isUnproven: Type.Boolean(),
  /** Not yet compared with the chain: long lists are shown before all rows are verified. */
  isChecking: optional(Type.Boolean()),
  compared: Type.Array(word<VerifiedFact>()),
  disagreements: Type.Array(word<VerifiedFact>()),
  /**
   * Premium and payout are proven by receipts that the wallet has read; otherwise only the indexer
   * claims them.
   */
  isMoneyProven: Type.Boolean(),
  /**
   * The payoff by Condor's formula, in base units; present when the settlement's receipt proves
   * another payout.
   */
  formulaPayout: optional(units<TokenAmount>()),
  /** The product's deployed payoff is unknown: values and picture are estimates. */
  isPayoffEstimate: Type.Boolean(),
  /**
   * The indexer doesn't know the position, or its last change, yet; the wallet has its own receipt.
   */
  isFresh: Type.Boolean(),
  /** A settlement was attempted, but the oracle had no price. */
  hasFailedSettlement: Type.Boolean(),
  /** Present for a physical option whose contract returns it. */
  delivery: optional(DeliverySchema),
  /** Why a physical option ended without delivery: the buyer declined, or the window passed. */
  notExercised: optional(oneOf(['declined', 'windowPassed'])),
  /** Empty after it has ended. */
  actions: Type.Array(
    Type.Object({ action: word<PositionAction>(), blocked: optional(word<ActionBlock>()) }),
  ),
  /** Amount in the option above its collateral, in base units; it belongs to the seller. */
  excess: optional(units<TokenAmount>()),
  picture: optional(Type.Unsafe<PayoffPicture>(Type.Unknown())),
});
export type PositionRow = ValueOf<typeof PositionRowSchema>;
export type PositionWorth = NonNullable<PositionRow['worth']>;

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

export const PositionsSchema = Type.Object({
  rows: Type.Array(PositionRowSchema),
  /** Number of positions that the indexer has but that aren't shown: the oldest ended ones. */
  omitted: optional(Type.Integer()),
  /** Epoch milliseconds of the indexer's response; absent before the first. */
  at: optional(Type.Integer()),
  /** Present when the indexer isn't reliable now. */
  trouble: optional(word<IndexerTrouble>()),
  /** Present when positions are read from the chain. */
  chain: optional(Type.Unsafe<ChainReading>(Type.Unknown())),
});
export type PositionsView = ValueOf<typeof PositionsSchema>;
