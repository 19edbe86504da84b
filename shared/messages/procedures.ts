import type { ProductName } from '../chain/implementations.ts';
import type { Failure } from './failures.ts';

/** Calls that the wallet makes one after another, as its pages word them. */
export const CALL_STEPS = [
  'withdraw',
  'unwrap',
  'split',
  'allow',
  'ask',
  'accept',
  'cancel',
  'settle',
  'revoke',
  'call',
] as const;
type CallStep = (typeof CALL_STEPS)[number];

/** A leg of a trade. Numbers as in an order's row. */
export interface LegView {
  readonly terms: {
    readonly asset: string;
    readonly product: ProductName;
    readonly side: 'buy' | 'sell';
    readonly strikes: readonly number[];
    /** Unix seconds. */
    readonly expiry: number;
    readonly collateralSymbol: string;
  };
  /** Decimals of the collateral. */
  readonly decimals: number;
  /** Amount in units of these decimals. */
  readonly contracts: string;
  /** Per contract, with 8 decimals, as agreed. */
  readonly price: string;
  /** Id of its fill. */
  readonly fill?: string;
  readonly state: 'ahead' | 'running' | 'done' | 'failed';
}

/** The purpose of a procedure; the pages word it. */
export type ProcedureFacts =
  | { readonly kind: 'way back'; readonly token: string }
  | { readonly kind: 'ask' | 'split' }
  /** Answers to a request to makers. */
  | { readonly kind: 'accept' | 'cancel' | 'settle' }
  /** Revocations that were confirmed together, with the number of those that are mined. */
  | {
      readonly kind: 'revocations';
      readonly chainId: number;
      readonly done: number;
      readonly count: number;
    }
  /** Calls of a site that were confirmed together. */
  | {
      readonly kind: 'batch';
      readonly origin: string;
      readonly chainId: number;
      readonly done: number;
      readonly count: number;
    }
  | { readonly kind: 'legs'; readonly legs: readonly LegView[] };

/** A procedure of several transactions that is under way, or waits for the user to continue. */
export interface ProcedureView {
  readonly id: string;
  /** Epoch milliseconds of its begin. */
  readonly at: number;
  readonly account: string;
  readonly facts: ProcedureFacts;
  /** Transactions so far, in order; the last one can be under way. None for legs, which are fills. */
  readonly steps: readonly {
    readonly step: CallStep;
    readonly state: 'yours' | 'running' | 'done' | 'failed';
    readonly hash?: string;
  }[];
  /** `paused`: the user decides whether it continues. `done`: legs only, until the user leaves them. */
  readonly state: 'underWay' | 'paused' | 'done';
  /**
   * True while the user can stop the procedure, perhaps by its open prompt, or forget it once it
   * has stopped.
   */
  readonly canStop: boolean;
  /** The reason why it stopped, as far as this worker knows. */
  readonly why?: ProcedureStop;
  readonly failure?: Failure;
}

/**
 * Why a procedure stopped. `unanswered`: its prompt ended with the worker, or expired. `unproved`: no node reports
 * the receipt of a leg's fill. `fillGone`: nor does a record say whether the leg was filled. `differs`: the leg
 * was filled in another way than signed. `stopped`: by the user, under way.
 */
export type ProcedureStop =
  | 'unanswered'
  | 'rejected'
  | 'locked'
  | 'reverted'
  | 'superseded'
  | 'failed'
  | 'noQuote'
  | 'unproved'
  | 'fillGone'
  | 'differs'
  | 'stopped';
