import type { CallFailure } from '../chain/call-failure.ts';
import type { AtomicStatus } from '../chain/delegation.ts';
import type { ProductName } from '../chain/implementations.ts';
import type { Greeks } from '../orders/black-scholes.ts';
import type { FailedCheck } from '../orders/failed-check.ts';
import type { FillFailureCode } from '../orders/failures.ts';
import type { PreparationKind } from '../orders/preparation.ts';
import type { VolatilitySource } from '../orders/price.ts';
import type { Unfillable } from '../orders/unfillable.ts';
import type { FillFact } from '../positions/filled-as-signed.ts';
import type { ListedSpot } from './market.ts';

/**
 * Input of all ticket figures, which the page computes at each key press. Amounts are base units of
 * the collateral token as decimal text, prices have 8 decimals. Unread values are absent, never
 * zero.
 */
export interface TicketView {
  /** EIP-712 digest of the quote. */
  readonly digest: string;
  /**
   * The account that fills, and whose balance and allowance these are. Absent before there is a
   * wallet.
   */
  readonly account?: string;
  readonly product: ProductName;
  readonly asset: string;
  readonly side: 'buy' | 'sell';
  /** In signed order. */
  readonly strikes: readonly string[];
  readonly price: string;
  /** Unix seconds. */
  readonly expiry: number;
  /** Last second in which the quote can be filled. */
  readonly quoteEnds: number;
  readonly token: { readonly address: string; readonly symbol: string; readonly decimals: number };
  /** The token that a physical product exchanges for the collateral. */
  readonly delivery?: { readonly symbol: string; readonly decimals: number };
  /** Model values of one long contract; a seller has the opposite. Absent when unknown. */
  readonly model?: {
    /** As a fraction per year. */
    readonly volatility: number;
    readonly volatilityFrom: VolatilitySource;
    readonly greeks: Greeks;
    /** Published by the feed (not signed), or computed from the signed price. */
    readonly from: 'feed' | 'model';
  };
  /**
   * Price of the underlying: from the order's own oracle if it was read, as in the list. For
   * pictures, never for amounts.
   */
  readonly spot?: { readonly price: string; readonly source: ListedSpot['source'] };
  /** Price from the order's own oracle, which determines the fee. */
  readonly oraclePrice?: string;
  /** False while only the feed was read: the order's checks and the chain's values follow. */
  readonly isChecked: boolean;
  /** See `usableBudget`; the whole signed budget when the chain is unread. */
  readonly budgetLeft: string;
  readonly isBudgetRead: boolean;
  /** All forms of the token that the account has; absent when unread, and for other tokens. */
  readonly funds?: FundsView;
  /** The account's balance, and its allowance for the book. */
  readonly balance?: string;
  readonly allowance?: string;
  readonly maker: string;
  /** Zero address: none. */
  readonly referrer: string;
  /** The referrer's share of the fee in basis points. */
  readonly referrerBps?: number;
  /** Whether the option contract's own payoff equals the one in the picture. */
  readonly payoff: 'agrees' | 'differs' | 'unknown';
  /** Whether the account combines several steps in one transaction, from now on or already. */
  readonly atomic?: AtomicStatus;
  /** False for a watch-only account. */
  readonly canSign: boolean;
  /** Whether the quote is in the feed now. */
  readonly isLive: boolean;
  /** Epoch milliseconds of the last read of the feed; the next is due 30 s later. */
  readonly feedAt: number;
  /** Why the book would reject the order at any size, as far as the chain was read. */
  readonly unfillable?: Unfillable;
  /** The failed check that blocks the order, if any. */
  readonly refusedBy?: string;
  /** A newer quote of the same product, which the user may accept. */
  readonly newer?: {
    readonly digest: string;
    readonly price: string;
    readonly quoteEnds: number;
    /** Signed by another maker. */
    readonly isOtherMaker: boolean;
  };
}

/** `Funds` with decimal texts, the pool's allowance, and the pool's interest. */
export interface FundsView {
  readonly wanted: 'asset' | 'receipt';
  readonly ether: string;
  readonly asset: string;
  readonly receipt: string;
  readonly canSupply: boolean;
  readonly canWithdraw: boolean;
  readonly room?: string;
  readonly liquidity: string;
  readonly poolAllowance: string;
  /** Current rate in basis points per year, rounded down. */
  readonly rateBps: number;
}

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
 * A fill with all its transactions, as planned and simulated by the worker. Base units as decimal
 * text.
 */
export interface FillPlanView {
  readonly contracts: string;
  /** The form of the collateral that the order takes. */
  readonly wanted: 'asset' | 'receipt';
  readonly preparations: readonly Pick<FillPreparation, 'kind' | 'amount'>[];
  /** Changes of the account's money in each form, all steps together; negative leaves. */
  readonly change: { readonly ether: string; readonly asset: string; readonly receipt: string };
  readonly collateral: string;
  readonly premium: string;
  /** The premium less the fee, for a seller. */
  readonly receives: string;
  /** Wei that all transactions cost at most at current prices; absent when unknown. */
  readonly fee?: string;
}

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
