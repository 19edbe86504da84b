import type { CallFailure } from '../chain/call-failure.ts';
import type { AtomicStatus } from '../chain/delegation.ts';
import type { ProductName } from '../chain/implementations.ts';
import { signedUnits, units, type ValueOf, word } from '../codec.ts';
import { oneOf } from '../one-of.ts';
import type { Greeks } from '../orders/black-scholes.ts';
import type { FailedCheck } from '../orders/failed-check.ts';
import type { FillFailureCode } from '../orders/failures.ts';
import type { PreparationKind } from '../orders/preparation.ts';
import type { VolatilitySource } from '../orders/price.ts';
import type { Unfillable } from '../orders/unfillable.ts';
import type { FillFact } from '../positions/filled-as-signed.ts';
import * as Type from '../schema.ts';
import type { Contracts, Price8, TokenAmount, Wei } from '../units.ts';
import type { Failure } from './failures.ts';
import type { ListedSpot } from './market.ts';

const optional = Type.Optional;

/** `Funds` with the pool's allowance, and the pool's interest. */
const FundsSchema = Type.Object({
  wanted: oneOf(['asset', 'receipt']),
  ether: units<Wei>(),
  asset: units<TokenAmount>(),
  receipt: units<TokenAmount>(),
  canSupply: Type.Boolean(),
  canWithdraw: Type.Boolean(),
  room: optional(units<TokenAmount>()),
  liquidity: units<TokenAmount>(),
  poolAllowance: units<TokenAmount>(),
  /** Current rate in basis points per year, rounded down. */
  rateBps: Type.Number(),
});
export type FundsView = ValueOf<typeof FundsSchema>;

/**
 * Input of all ticket figures, which the page computes at each key press. Amounts are base units of
 * the collateral token. Unread values are absent, never
 * zero.
 */
export const TicketSchema = Type.Object({
  /** EIP-712 digest of the quote. */
  digest: Type.String(),
  /**
   * The account that fills, and whose balance and allowance these are. Absent before there is a
   * wallet.
   */
  account: optional(Type.String()),
  product: word<ProductName>(),
  asset: Type.String(),
  side: oneOf(['buy', 'sell']),
  /** In signed order. */
  strikes: Type.Array(units<Price8>()),
  price: units<Price8>(),
  /** Unix seconds. */
  expiry: Type.Number(),
  /** Last second in which the quote can be filled. */
  quoteEnds: Type.Number(),
  token: Type.Object({
    address: Type.String(),
    symbol: Type.String(),
    decimals: Type.Integer(),
  }),
  /** The token that a physical product exchanges for the collateral. */
  delivery: optional(Type.Object({ symbol: Type.String(), decimals: Type.Integer() })),
  /** Model values of one long contract; a seller has the opposite. Absent when unknown. */
  model: optional(
    Type.Object({
      /** As a fraction per year. */
      volatility: Type.Number(),
      volatilityFrom: word<VolatilitySource>(),
      greeks: Type.Unsafe<Greeks>(Type.Unknown()),
      /** Published by the feed (not signed), or computed from the signed price. */
      from: oneOf(['feed', 'model']),
    }),
  ),
  /**
   * Price of the underlying: from the order's own oracle if it was read, as in the list. For
   * pictures, never for amounts.
   */
  spot: optional(Type.Object({ price: units<Price8>(), source: word<ListedSpot['source']>() })),
  /** Price from the order's own oracle, which determines the fee. */
  oraclePrice: optional(units<Price8>()),
  /** False while only the feed was read: the order's checks and the chain's values follow. */
  isChecked: Type.Boolean(),
  /** See `usableBudget`; the whole signed budget when the chain is unread. */
  budgetLeft: units<TokenAmount>(),
  isBudgetRead: Type.Boolean(),
  /** All forms of the token that the account has; absent when unread, and for other tokens. */
  funds: optional(FundsSchema),
  /** The account's balance, and its allowance for the book. */
  balance: optional(units<TokenAmount>()),
  allowance: optional(units<TokenAmount>()),
  maker: Type.String(),
  /** Zero address: none. */
  referrer: Type.String(),
  /** The referrer's share of the fee in basis points. */
  referrerBps: optional(Type.Number()),
  /** Whether the option contract's own payoff equals the one in the picture. */
  payoff: oneOf(['agrees', 'differs', 'unknown']),
  /** Whether the account combines several steps in one transaction, from now on or already. */
  atomic: optional(word<AtomicStatus>()),
  /** False for a watch-only account. */
  canSign: Type.Boolean(),
  /** Whether the quote is in the feed now. */
  isLive: Type.Boolean(),
  /** Epoch milliseconds of the last read of the feed; the next is due 30 s later. */
  feedAt: Type.Number(),
  /** Why the book would reject the order at any size, as far as the chain was read. */
  unfillable: optional(word<Unfillable>()),
  /** The failed check that blocks the order, if any. */
  refusedBy: optional(Type.String()),
  /** A newer quote of the same product, which the user may accept. */
  newer: optional(
    Type.Object({
      digest: Type.String(),
      price: units<Price8>(),
      quoteEnds: Type.Number(),
      /** Signed by another maker. */
      isOtherMaker: Type.Boolean(),
    }),
  ),
});
export type TicketView = ValueOf<typeof TicketSchema>;

/**
 * The stage of a wallet fill. checking: reading the feed again; checking quote, size, budget and
 * tokens. preparation: a transaction before the fill. asked: waiting for the user; sent: for the
 * chain. mined: waiting for the receipt, then for the indexer. not indexed: shown from its receipt,
 * because the indexer hasn't reported it in time. unproved: mined, but no node returned the receipt;
 * the user may search again. replaced: another quote replaced it, and the user decides.
 */
export const FILL_STAGES = [
  'checking',
  'preparation asked',
  'preparation sent',
  'fill asked',
  'fill sent',
  'mined',
  'indexed',
  'not indexed',
  'unproved',
  'replaced',
  'failed',
] as const;
const STEPS_UNDER_WAY: readonly FillStage[] = [
  'preparation asked',
  'preparation sent',
  'fill asked',
];

/**
 * Returns true between the requests of a fill: its window stays open and shows the progress.
 */
export function isBetweenSteps({
  stage,
  preparations,
}: Pick<FillView, 'stage' | 'preparations'>): boolean {
  if (stage === 'checking') return preparations.some(({ hash }) => hash !== undefined);
  return preparations.length > 0 && STEPS_UNDER_WAY.includes(stage);
}

export type FillStage = (typeof FILL_STAGES)[number];

const MINED: readonly FillStage[] = ['mined', 'indexed', 'not indexed', 'unproved'];

/** Returns true once a block contains the fill. */
export function isMined({ stage }: Pick<FillView, 'stage'>): boolean {
  return MINED.includes(stage);
}

/** A rejected or failed revocation is offered again. */
export const REVOCATION_STAGES = ['asked', 'sent', 'done', 'failed'] as const;
type RevocationStage = (typeof REVOCATION_STAGES)[number];

/** Facts proven by the receipt of a fill. */
export interface FillProof {
  readonly option: string;
  readonly block: string;
  /** Facts of the receipt that were compared with the signed call. */
  readonly compared: FillFact[];
  readonly differing: FillFact[];
  /** Base units. */
  readonly premium: string;
  readonly fee: string;
  readonly referralFee: string;
  readonly collateral: string;
}

/** A transaction before a fill, or a part of a batch. */
interface FillPreparation {
  readonly kind: PreparationKind;
  /** Base units of ether, of the asset that changes its form, or of the allowed token. */
  readonly amount: string;
  readonly hash?: string;
}

/**
 * A fill with all its transactions, as planned and simulated by the worker. Base units.
 */
export const FillPlanSchema = Type.Object({
  contracts: units<Contracts>(),
  /** The form of the collateral that the order takes. */
  wanted: oneOf(['asset', 'receipt']),
  preparations: Type.Array(Type.Object({ kind: word<PreparationKind>(), amount: units() })),
  /** Changes of the account's money in each form, all steps together; negative leaves. */
  change: Type.Object({
    ether: signedUnits(),
    asset: signedUnits(),
    receipt: signedUnits(),
  }),
  collateral: units<TokenAmount>(),
  premium: units<TokenAmount>(),
  /** The premium less the fee, for a seller. */
  receives: signedUnits<TokenAmount>(),
  /** Wei that all transactions cost at most at current prices; absent when unknown. */
  fee: optional(units<Wei>()),
});
export type FillPlanView = ValueOf<typeof FillPlanSchema>;

/** A fill of the wallet, from the user's consent until the indexer reports it. */
export interface FillView {
  readonly id: string;
  readonly digest: string;
  readonly account: string;
  /** Epoch milliseconds of its start. */
  readonly at: number;
  readonly stage: FillStage;
  /** The user has confirmed the asked transaction, and the node hasn't taken it yet. */
  readonly isSending?: boolean;
  /** Why it waits for the user to continue, such as a full disk. */
  readonly interrupted?: Failure;
  readonly side: 'buy' | 'sell';
  readonly asset: string;
  readonly product: ProductName;
  /** Ascending, 8 decimals. */
  readonly strikes: string[];
  /** Unix seconds. */
  readonly expiry: number;
  readonly token: { readonly symbol: string; readonly decimals: number };
  readonly contracts: string;
  /** Price per contract, 8 decimals. */
  readonly price: string;
  /** Transactions before the fill, in order: mined, sent (with a hash), and still to come. */
  readonly preparations: readonly FillPreparation[];
  /** Steps that the transaction of the fill makes itself; either all are made or none. */
  readonly included: readonly FillPreparation[];
  /**
   * The last mined change of the money's form that wasn't undone, with its sum for all quotes of
   * this fill.
   */
  readonly converted?: Pick<FillPreparation, 'kind' | 'amount'>;
  /** No node could simulate the fill without its preparations. */
  readonly isUntried?: boolean;
  /** Wei spent on its transactions so far. */
  readonly gasSpent?: string;
  /**
   * Amounts that the order book or the lending pool can still take by allowances of this fill, once
   * it is over: base units, absent while unknown.
   */
  readonly left: readonly { readonly of: 'book' | 'pool'; readonly amount?: string }[];
  /** Amounts that stay allowed because receipts round: too small to be worth a revocation. */
  readonly dust?: readonly { readonly of: 'book' | 'pool'; readonly amount: string }[];
  /** Stage of the revocation of one of those allowances. */
  readonly revocation?: RevocationStage;
  readonly hash?: string;
  readonly failure?: {
    readonly code: FillFailureCode;
    /** Why the chain rejects it. */
    readonly reason?: CallFailure;
    /** The check that rejects the order. */
    readonly check?: FailedCheck;
  };
  /** The failed transaction made the account a smart account all the same. */
  readonly becameSmart?: boolean;
  readonly newer?: {
    readonly digest: string;
    readonly price: string;
    readonly isOtherMaker?: boolean;
  };
  readonly proof?: FillProof;
}
