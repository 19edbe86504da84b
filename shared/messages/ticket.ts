import type { CallFailure } from '../chain/call-failure.ts';
import type { ProductName } from '../chain/deployments.ts';
import type { Greeks } from '../orders/black-scholes.ts';
import type { FailedCheck } from '../orders/failed-check.ts';
import type { FillFailureCode } from '../orders/failures.ts';
import type { Unfillable } from '../orders/unfillable.ts';
import type { FillFact } from '../positions/filled-as-signed.ts';

/**
 * Everything that a ticket's figures are computed from, in the page, at each key. Amounts are base
 * units of the collateral token as decimal text, prices have 8 decimals. What could not be read is
 * absent, never zero.
 */
export interface TicketView {
  /** EIP-712 digest of the quote. */
  readonly digest: string;
  /** Whose balance and allowance these are, and who fills. */
  readonly account: string;
  readonly product: ProductName;
  readonly asset: string;
  readonly side: 'buy' | 'sell';
  /** In the order in which they were signed. */
  readonly strikes: readonly string[];
  readonly price: string;
  /** Unix seconds. */
  readonly expiry: number;
  /** Last second in which the quote can be filled. */
  readonly quoteEnds: number;
  readonly token: { readonly address: string; readonly symbol: string; readonly decimals: number };
  /** What a physical product is settled in against the collateral. */
  readonly delivery?: { readonly symbol: string; readonly decimals: number };
  /** Model figures of one contract held long; a seller has the opposite. Absent where unknown. */
  readonly model?: {
    /** A fraction per year. */
    readonly volatility: number;
    readonly greeks: Greeks;
    /** Published by the feed (nobody signs them), or computed from the signed price. */
    readonly from: 'feed' | 'model';
  };
  /** Price of the underlying by the feed: for pictures, never for money. */
  readonly spot?: string;
  /** Its price by the order's own oracle, from which the fee is computed. */
  readonly oraclePrice?: string;
  /** Left of the maker's budget: by the chain, else all that was signed. */
  readonly budgetLeft: string;
  readonly isBudgetRead: boolean;
  /** The account's own tokens and what the book may take of them. */
  readonly balance?: string;
  readonly allowance?: string;
  readonly maker: string;
  /** Zero address: nobody. */
  readonly referrer: string;
  /** Basis points of the fee that the referrer earns. */
  readonly referrerBps?: number;
  /** Whether the option contract's own payoff is the one that is drawn. */
  readonly payoff: 'agrees' | 'differs' | 'unknown';
  /** False for an account that is only watched. */
  readonly canSign: boolean;
  /** Whether the quote stands in the feed now. */
  readonly isLive: boolean;
  /** Epoch milliseconds at which the feed was read: the next look at it is due 30 s later. */
  readonly feedAt: number;
  /** Why the book would refuse the order at any size, as far as the chain was read. */
  readonly unfillable?: Unfillable;
  /** The check that refuses the order, if one does: nothing of it may be filled. */
  readonly refusedBy?: string;
  /** A newer quote of the same product, for the user to take or leave. */
  readonly newer?: {
    readonly digest: string;
    readonly price: string;
    readonly quoteEnds: number;
    /** Somebody else signed it. */
    readonly isOtherMaker: boolean;
  };
}

/**
 * How far a fill of the wallet's own is.
 *
 * checking: the feed is read again; quote, size, budget and tokens are checked. asked: it waits for the
 * user; sent: for the chain. mined: for its receipt to be read, then for the indexer. not indexed:
 * shown from its receipt, the indexer has not told of it in its time. unproved: mined, but no node
 * showed the receipt; the user may let it be looked for again. replaced: another quote stands in its place, and the user decides.
 */
export const FILL_STAGES = [
  'checking',
  'allowance asked',
  'allowance sent',
  'fill asked',
  'fill sent',
  'mined',
  'indexed',
  'not indexed',
  'unproved',
  'replaced',
  'failed',
] as const;
const STEPS_UNDER_WAY: readonly FillStage[] = ['allowance asked', 'allowance sent', 'fill asked'];

/** Between the two requests of a fill: its window stays open and shows the progress. */
export function isBetweenSteps({
  stage,
  steps,
  allowanceHash,
}: Pick<FillView, 'stage' | 'steps' | 'allowanceHash'>): boolean {
  if (steps === 1) return false;
  return stage === 'checking' ? allowanceHash !== undefined : STEPS_UNDER_WAY.includes(stage);
}

export type FillStage = (typeof FILL_STAGES)[number];

/** A revocation that was rejected or failed is offered again. */
export const REVOCATION_STAGES = ['asked', 'sent', 'done', 'failed'] as const;
export type RevocationStage = (typeof REVOCATION_STAGES)[number];

/** What the receipt of a fill proves. */
export interface FillProof {
  readonly option: string;
  readonly block: string;
  /** Facts of the receipt that were held against what was signed. */
  readonly compared: FillFact[];
  readonly differing: FillFact[];
  /** Base units. */
  readonly premium: string;
  readonly fee: string;
  readonly referralFee: string;
  readonly collateral: string;
}

/** A fill of the wallet's own, from the user's yes until the indexer knows it. */
export interface FillView {
  readonly id: string;
  readonly digest: string;
  readonly account: string;
  /** Epoch milliseconds at which it was begun. */
  readonly at: number;
  readonly stage: FillStage;
  readonly side: 'buy' | 'sell';
  readonly asset: string;
  readonly product: ProductName;
  readonly token: { readonly symbol: string; readonly decimals: number };
  readonly contracts: string;
  /** Price per contract, 8 decimals. */
  readonly price: string;
  /** Transactions of this fill that the user is asked for: 2 with an allowance, else 1. */
  readonly steps: 1 | 2;
  /** No node could try the fill before its allowance is given. */
  readonly isUntried?: boolean;
  readonly allowanceHash?: string;
  /** An allowance was given on the way, for this quote or one before it. */
  readonly hasGivenAllowance: boolean;
  /** Wei that its transactions cost so far. */
  readonly gasSpent?: string;
  /** It came to nothing, and the book may still take tokens. */
  readonly canRevoke: boolean;
  /** How many tokens the book may still take, in base units; absent while unknown. */
  readonly leftover?: string;
  /** How far the revocation of that allowance is. */
  readonly revocation?: RevocationStage;
  readonly hash?: string;
  readonly failure?: {
    readonly code: FillFailureCode;
    /** Why the chain refuses it. */
    readonly reason?: CallFailure;
    /** The check that refuses the order. */
    readonly check?: FailedCheck;
  };
  readonly newer?: {
    readonly digest: string;
    readonly price: string;
    readonly isOtherMaker?: boolean;
  };
  readonly proof?: FillProof;
}
