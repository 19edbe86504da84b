import type { ProductName } from '../chain/implementations.ts';
import type { NodeRefusalKind } from '../chain/logs/node-refusal.ts';
import { signedUnits, units, type ValueOf, word } from '../codec.ts';
import { oneOf } from '../one-of.ts';
import type { PayoffPicture } from '../orders/picture.ts';
import * as Type from '../schema.ts';
import type { Contracts, Price8, TokenAmount, Usd8, Wei } from '../units.ts';

/** Maximum number of accounts whose positions are shown and remembered at the same time. */
export const MAX_READ_ACCOUNTS = 16;

const optional = Type.Optional;

export type PositionState = 'open' | 'awaitingSettlement' | 'settled' | 'closed';

/**
 * Value of a position for its holder, in base units of its token and in dollars. A seller's debt is
 * negative. Missing when a price is unknown.
 */
const WorthSchema = Type.Object({
  value: signedUnits<TokenAmount>(),
  /** Missing when the cost of a received position is unknown. */
  profit: optional(signedUnits<TokenAmount>()),
  valueUsd: optional(signedUnits<Usd8>()),
  profitUsd: optional(signedUnits<Usd8>()),
  /** Base of the profit's percentage: a buyer's premium, a seller's collateral. */
  stakeUsd: optional(signedUnits<Usd8>()),
  /** Basis points of the stake, rounded down. */
  profitBps: optional(signedUnits()),
});

/**
 * Source of the price for closing a position. `quote`: a live quote for the position's terms and
 * size. `offer`: a maker's recent offer. `makers`: the makers' bids or asks for the expiry.
 * `assumedSpread`: the opposite bids or asks, with an assumed spread.
 */
export type ClosingSource = 'quote' | 'offer' | 'makers' | 'assumedSpread';

/** Facts about a position that are compared with the option contract. */
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
  /**
   * Compared with the receipt. If the wallet has no receipt, `premium` is only listed as a
   * disagreement when the indexer's amount is impossible for the product.
   */
  | 'premium'
  | 'payout'
  | 'absent'
  /** A known order book or factory created the option. */
  | 'origin'
  /** The option holds enough collateral for its maximum payoff. */
  | 'cover';

/** Actions of a holder on a position that hasn't ended. */
export type PositionAction =
  | 'payout'
  | 'transfer'
  | 'split'
  /** Asks makers for offers to take this side over. */
  | 'offers'
  /** Dissolves the option, for a holder of both sides. */
  | 'close'
  | 'returnExcess'
  /** Actions on physical options: allow exactly the delivery, deliver, or decline. */
  | 'allowDelivery'
  | 'exercise'
  | 'decline';

/** Reason why an action isn't possible now. */
export type ActionBlock =
  | 'notDue'
  /** Blocks a split after expiry, when it would be useless. */
  | 'expired'
  | 'watchedOnly'
  | 'notChecked'
  | 'foreignContract'
  | 'notTheHolder'
  | 'noExcess'
  | 'windowOpen'
  | 'windowEnded'
  /** The contract requires a different delivery than strike and contracts imply. */
  | 'otherDelivery'
  | 'shortOfDelivery'
  | 'allowFirst'
  | 'alreadyAllowed';

/** Fees of a position's possible actions. They don't include the amounts that the actions move. */
export const ActionCostsSchema = Type.Object({
  /** Likely network fees. Actions that the node rejects have no entry. */
  network: Type.Array(Type.Object({ action: word<PositionAction>(), wei: units<Wei>() })),
  splitFee: optional(units<Wei>()),
  /** Price of one ether in dollars. */
  etherPrice: optional(units<Price8>()),
});
export type ActionCosts = ValueOf<typeof ActionCostsSchema>;

const TokenSchema = Type.Object({
  address: Type.String(),
  symbol: optional(Type.String()),
  decimals: Type.Integer(),
});

/** The delivery that the buyer of a physical option still has to make or has made. */
const DeliverySchema = Type.Object({
  token: TokenSchema,
  /** Base units of the delivered token. */
  amount: units<TokenAmount>(),
  /** Unix seconds at the end of the exercise window, which begins at expiry; missing afterwards. */
  until: optional(Type.Integer()),
  /** True if the receipt of the exercise proves the delivery. */
  isDone: Type.Boolean(),
  /** True if the delivered tokens are worth more than the received tokens, at present prices. */
  isAtLoss: optional(Type.Boolean()),
});

const MomentSchema = Type.Object({ at: Type.Integer(), txHash: Type.String() });

/** One side of a position. Amounts are base units of the token. */
export const PositionRowSchema = Type.Object({
  /** Address and side, because an account may have both sides. */
  key: Type.String(),
  address: Type.String(),
  state: word<PositionState>(),
  /** Missing for an unknown price feed. */
  asset: optional(Type.String()),
  /** Missing for an unknown implementation. */
  product: optional(word<ProductName>()),
  isPhysical: Type.Boolean(),
  side: oneOf(['buyer', 'seller']),
  /** Ascending, 8 decimals. */
  strikes: Type.Array(units<Price8>()),
  /** Unix seconds. */
  expiry: Type.Integer(),
  /**
   * Token of collateral, premium and payout. Without a symbol the token is unknown, and its amounts
   * are shown in base units.
   */
  token: TokenSchema,
  contracts: units<Contracts>(),
  /** The option from which this option was split off, according to the receipt. */
  splitFrom: optional(Type.String()),
  /**
   * The whole premium of the option's first trade. The seller received the premium less the fee.
   */
  premium: units<TokenAmount>(),
  fee: units<TokenAmount>(),
  collateral: units<TokenAmount>(),
  /**
   * True if another account had this side first. That account paid or received the first premium.
   */
  isReceived: Type.Boolean(),
  /** Cost (buyer) or proceeds (seller) that the user entered for a received side, in base units. */
  enteredCost: optional(units<TokenAmount>()),
  /** True if a maker took this side over. */
  isClosedByOffer: optional(Type.Boolean()),
  /**
   * The factory's fee when a maker took this side over. `worth` is a buyer's proceeds after the
   * fee, or a seller's cost including the fee. Missing if the wallet didn't store the fee.
   */
  closingFee: optional(units<TokenAmount>()),
  /** Account that received this side. The row shows the position before that transfer. */
  givenTo: optional(Type.String()),
  /** True if the contract reports a settlement whose payout hasn't been read yet. */
  isPayoutUnread: optional(Type.Boolean()),
  /** The payout of an ended option, or the payoff of a running option at the current price. */
  worth: optional(WorthSchema),
  /**
   * From live quotes: proceeds of selling the running side now after the fee, or cost of buying it
   * back, and the resulting profit.
   */
  model: optional(WorthSchema),
  /** Source of the price in `model`. */
  closesBy: optional(word<ClosingSource>()),
  /** The option's positive value between the makers' bid and ask, in base units, without a fee. */
  mark: optional(signedUnits<TokenAmount>()),
  /**
   * Price, with 8 decimals, at which a running option's payoff is computed. Also the price's
   * source, and its time in epoch milliseconds.
   */
  spot: optional(
    Type.Object({
      price: units<Price8>(),
      source: oneOf(['chain', 'order feed']),
      at: optional(Type.Integer()),
    }),
  ),
  /** Annual volatility between the makers' bid and ask, as a fraction. */
  volatility: optional(Type.Number()),
  /** Share by which makers buy below the volatility and sell above it. */
  halfSpread: optional(Type.Number()),
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
   * True if the chain shows that no known book created this option, or that the option doesn't hold
   * enough collateral. The row has no value and no actions, and is listed separately.
   */
  isUnproven: Type.Boolean(),
  /**
   * True until the row was compared with the chain. Long lists are shown before all rows are
   * verified.
   */
  isChecking: optional(Type.Boolean()),
  compared: Type.Array(word<VerifiedFact>()),
  disagreements: Type.Array(word<VerifiedFact>()),
  /**
   * True if receipts that the wallet has read prove premium and payout. Otherwise only the indexer
   * reports these amounts.
   */
  isMoneyProven: Type.Boolean(),
  /**
   * The payoff by Condor's formula, in base units. Present only if the settlement's receipt proves
   * a different payout.
   */
  formulaPayout: optional(units<TokenAmount>()),
  /** True if the product's deployed payoff is unknown, so that values and picture are estimates. */
  isPayoffEstimate: Type.Boolean(),
  /**
   * True if a receipt proves the position, or its last change, and the indexer doesn't have it yet.
   */
  isFresh: Type.Boolean(),
  /** True if a settlement failed because the oracle had no price. */
  hasFailedSettlement: Type.Boolean(),
  /** Present for a physical option whose contract reports its delivery. */
  delivery: optional(DeliverySchema),
  /** Reason why an option wasn't exercised: the buyer declined, or the window passed. */
  notExercised: optional(oneOf(['declined', 'windowPassed'])),
  /** Empty after the position has ended. */
  actions: Type.Array(
    Type.Object({ action: word<PositionAction>(), blocked: optional(word<ActionBlock>()) }),
  ),
  /** Tokens in the option beyond its collateral, in base units. They belong to the seller. */
  excess: optional(units<TokenAmount>()),
  picture: optional(Type.Unsafe<PayoffPicture>(Type.Unknown())),
});
export type PositionRow = ValueOf<typeof PositionRowSchema>;
export type PositionWorth = NonNullable<PositionRow['worth']>;

/** Reason why the indexer isn't used for positions. `old`: more than an hour behind the chain. */
export type IndexerTrouble = 'none' | 'unreachable' | 'behind' | 'unreadable' | 'old';

/**
 * A node's last refusal of a request for logs. `lags`: the node lacks recent blocks. `disagrees`:
 * its blocks differ from the first node's.
 */
export interface NodeProblem {
  /** Host and port. */
  readonly host: string;
  readonly reason: NodeRefusalKind | 'lags' | 'disagrees';
  /** Number of refused blocks; 0 for other requests. */
  readonly blocks: number;
}

/** Progress of reading the chain for an account's fills. */
export interface ChainReading {
  readonly isReading: boolean;
  /** Epoch milliseconds of the oldest read block; missing before the first read. */
  readonly since?: number;
  /** Missing when the requested period is complete. */
  readonly progress?: { readonly readSeconds: number; readonly ofSeconds: number };
  /** An estimate; missing until the pace is known. */
  readonly secondsLeft?: number;
  /** Problems of the nodes while none responds correctly. */
  readonly problems?: readonly NodeProblem[];
  /** Number of fills whose receipts aren't read yet. */
  readonly unread?: number;
  /**
   * True if a fill may be missing, because no receipt proved it or only one of several nodes was
   * read.
   */
  readonly isUnsure?: boolean;
  /** True if an older part of the chain can be read. */
  readonly canLookFurther: boolean;
}

export const PositionsSchema = Type.Object({
  rows: Type.Array(PositionRowSchema),
  /** Number of the indexer's positions that aren't shown: those that ended longest ago. */
  omitted: optional(Type.Integer()),
  /** Epoch milliseconds of the indexer's response; missing before the first. */
  at: optional(Type.Integer()),
  /** Present while the indexer isn't reliable. */
  trouble: optional(word<IndexerTrouble>()),
  /** Present when positions are read from the chain. */
  chain: optional(Type.Unsafe<ChainReading>(Type.Unknown())),
});
export type PositionsView = ValueOf<typeof PositionsSchema>;
