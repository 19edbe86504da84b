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

/** `Funds` with the account's allowance for the pool and the pool's interest. */
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
 * Input of all figures in a ticket, which the page computes at each key press. Amounts are base
 * units of the collateral token. Values that weren't read are missing, never zero.
 */
export const TicketSchema = Type.Object({
  /** EIP-712 digest of the quote. */
  digest: Type.String(),
  /**
   * Account that would fill the order; `balance` and `allowance` are this account's. Missing before
   * a wallet exists.
   */
  account: optional(Type.String()),
  product: word<ProductName>(),
  asset: Type.String(),
  side: oneOf(['buy', 'sell']),
  /** In the sequence that the maker signed. */
  strikes: Type.Array(units<Price8>()),
  price: units<Price8>(),
  /** Unix seconds. */
  expiry: Type.Number(),
  /** Last second (Unix) in which the quote can be filled. */
  quoteEnds: Type.Number(),
  token: Type.Object({
    address: Type.String(),
    symbol: Type.String(),
    decimals: Type.Integer(),
  }),
  /** The token that a physical product exchanges for the collateral. */
  delivery: optional(Type.Object({ symbol: Type.String(), decimals: Type.Integer() })),
  /** Model values of one bought contract, opposite for a sold contract. Missing when unknown. */
  model: optional(
    Type.Object({
      /** As a fraction per year. */
      volatility: Type.Number(),
      volatilityFrom: word<VolatilitySource>(),
      greeks: Type.Unsafe<Greeks>(Type.Unknown()),
      /** `feed`: published by the feed, unsigned. `model`: implied by the signed price. */
      from: oneOf(['feed', 'model']),
    }),
  ),
  /**
   * Price of the underlying, from the order's own oracle if it was read. Used in charts, never for
   * amounts.
   */
  spot: optional(Type.Object({ price: units<Price8>(), source: word<ListedSpot['source']>() })),
  /** Price from the order's own oracle, on which the fee depends. */
  oraclePrice: optional(units<Price8>()),
  /**
   * False if only the feed was read. A later answer has the order's checks and the chain's values.
   */
  isChecked: Type.Boolean(),
  /** See `usableBudget`; the whole signed budget if the chain wasn't read. */
  budgetLeft: units<TokenAmount>(),
  isBudgetRead: Type.Boolean(),
  /**
   * The account's holdings of the token in all forms. Missing if the token has only one form, or if
   * the holdings weren't read.
   */
  funds: optional(FundsSchema),
  /** The account's balance of the collateral. `allowance` is the part that the book may take. */
  balance: optional(units<TokenAmount>()),
  allowance: optional(units<TokenAmount>()),
  maker: Type.String(),
  /** The zero address means no referrer. */
  referrer: Type.String(),
  /** The referrer's share of the fee in basis points. */
  referrerBps: optional(Type.Number()),
  /** Result of comparing the option contract's own payoff with the shown payoff. */
  payoff: oneOf(['agrees', 'differs', 'unknown']),
  /** Shows whether the account batches calls, now or after its first batch. */
  atomic: optional(word<AtomicStatus>()),
  /** False for a watch-only account. */
  canSign: Type.Boolean(),
  /** True if the quote is in the feed now. */
  isLive: Type.Boolean(),
  /** Epoch milliseconds of the last read of the feed. The next read is due 30 s later. */
  feedAt: Type.Number(),
  /** Reason why the book would reject the order at any size, if the chain shows it. */
  unfillable: optional(word<Unfillable>()),
  /** The failed check that blocks the order, if any. */
  refusedBy: optional(Type.String()),
  /** A newer quote of the same product, which the user may accept. */
  newer: optional(
    Type.Object({
      digest: Type.String(),
      price: units<Price8>(),
      quoteEnds: Type.Number(),
      /** True if another maker signed the newer quote. */
      isOtherMaker: Type.Boolean(),
    }),
  ),
});
export type TicketView = ValueOf<typeof TicketSchema>;

/**
 * Stages of the wallet's fill. checking: reads the feed again; checks quote, size, budget and
 * tokens. preparation: a transaction before the fill. asked: waits for the user. sent: waits for
 * the chain. mined: waits for the receipt, then for the indexer. not indexed: shown from the
 * receipt, because the indexer didn't report the fill in time. unproved: mined, but no node
 * returned the receipt; the user can search again. replaced: another quote replaced the chosen one,
 * and the user decides.
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
 * Returns true between two requests of a fill. The approval window stays open and shows the
 * progress.
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

/** Returns true if a block contains the fill. */
export function isMined({ stage }: Pick<FillView, 'stage'>): boolean {
  return MINED.includes(stage);
}

/** Stages of a revocation. A rejected or failed revocation is offered again. */
export const REVOCATION_STAGES = ['asked', 'sent', 'done', 'failed'] as const;
type RevocationStage = (typeof REVOCATION_STAGES)[number];

/**
 * Returns true while an allowance that a fill left behind is being revoked. The fill can't be
 * dismissed during the revocation.
 */
export function isBeingRevoked({ revocation }: Pick<FillView, 'revocation'>): boolean {
  return revocation === 'asked' || revocation === 'sent';
}

/** Facts that the receipt of a fill proves. */
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

/** A transaction before a fill, or a call in the fill's batch. */
interface FillPreparation {
  readonly kind: PreparationKind;
  /** Base units of ether, of the converted asset, or of the allowed token. */
  readonly amount: string;
  readonly hash?: string;
}

/**
 * A fill with all its transactions, as planned and simulated by the worker. Amounts are in base
 * units.
 */
export const FillPlanSchema = Type.Object({
  contracts: units<Contracts>(),
  /** The form of the collateral that the order accepts: the asset, or the pool's receipt. */
  wanted: oneOf(['asset', 'receipt']),
  preparations: Type.Array(Type.Object({ kind: word<PreparationKind>(), amount: units() })),
  /** Change that all steps make to each form of the account's money; negative if money leaves. */
  change: Type.Object({
    ether: signedUnits(),
    asset: signedUnits(),
    receipt: signedUnits(),
  }),
  collateral: units<TokenAmount>(),
  premium: units<TokenAmount>(),
  /** A seller's premium less the fee. */
  receives: signedUnits<TokenAmount>(),
  /** Maximum cost of all transactions at current gas prices, in wei; missing when unknown. */
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
  /** True when the user has confirmed the transaction and the node hasn't accepted it yet. */
  readonly isSending?: boolean;
  /** Reason why the fill waits for the user to continue, such as a full disk. */
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
  /**
   * Transactions before the fill, in order: those on the chain, then those sent (with a hash), then
   * those planned.
   */
  readonly preparations: readonly FillPreparation[];
  /** Steps that the fill's own transaction makes, either all or none. */
  readonly included: readonly FillPreparation[];
  /**
   * The last conversion on the chain that wasn't undone. `amount` is the sum over all quotes of
   * this fill.
   */
  readonly converted?: Pick<FillPreparation, 'kind' | 'amount'>;
  /** True if no node could simulate the fill without its preparations. */
  readonly isUntried?: boolean;
  /** Wei spent on the fill's transactions so far. */
  readonly gasSpent?: string;
  /**
   * Amounts that the order book or the lending pool can still take by this fill's allowances after
   * the fill has ended. In base units; missing while unknown.
   */
  readonly left: readonly { readonly of: 'book' | 'pool'; readonly amount?: string }[];
  /** Allowances that remain because receipts round. They are too small to be worth revoking. */
  readonly dust?: readonly { readonly of: 'book' | 'pool'; readonly amount: string }[];
  readonly revocation?: RevocationStage;
  readonly hash?: string;
  readonly failure?: {
    readonly code: FillFailureCode;
    readonly reason?: CallFailure;
    /** The check that the order failed. */
    readonly check?: FailedCheck;
  };
  /** True if the failed transaction still made the account a smart account. */
  readonly becameSmart?: boolean;
  readonly newer?: {
    readonly digest: string;
    readonly price: string;
    readonly isOtherMaker?: boolean;
  };
  readonly proof?: FillProof;
}
