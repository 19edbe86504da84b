import type { ProductName } from '../chain/implementations.ts';
import type { Failure } from './failures.ts';

/** Kinds of calls that the wallet makes one after another. */
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

/** A leg of a trade, with numbers in the form of an order's row. */
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
  /** Scaled by the collateral's decimals. */
  readonly contracts: string;
  /** Agreed price per contract, with 8 decimals. */
  readonly price: string;
  readonly fill?: string;
  readonly state: 'ahead' | 'running' | 'done' | 'failed';
}

/** The purpose of a procedure, which pages put into words. */
export type ProcedureFacts =
  | { readonly kind: 'way back'; readonly token: string }
  | { readonly kind: 'ask' | 'split' }
  /** Actions of the requester on a request to makers. */
  | { readonly kind: 'accept' | 'cancel' | 'settle' }
  /**
   * Revocations that were confirmed together, with the number of revocations that are on the chain.
   */
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

/** A procedure of several transactions that is running or waits for the user to continue. */
export interface ProcedureView {
  readonly id: string;
  /** Epoch milliseconds at which it began. */
  readonly at: number;
  readonly account: string;
  readonly facts: ProcedureFacts;
  /**
   * Transactions in order; the last one may be in progress. Empty for a trade's legs, because each
   * leg is a fill.
   */
  readonly steps: readonly {
    readonly step: CallStep;
    readonly state: 'yours' | 'running' | 'done' | 'failed';
    readonly hash?: string;
  }[];
  /**
   * `paused`: the user decides whether to continue. `done`: only for a trade's legs, until the user
   * dismisses it.
   */
  readonly state: 'underWay' | 'paused' | 'done';
  /**
   * True if the user can stop the procedure (and its prompt), or remove it after it has stopped.
   */
  readonly canStop: boolean;
  /** Reason why the procedure stopped, if this worker knows it. */
  readonly why?: ProcedureStop;
  readonly failure?: Failure;
}

/**
 * Reason why a procedure stopped. `unanswered`: its prompt expired or ended with the worker.
 * `unproved`: no node has the receipt of a leg's fill. `fillGone`: there is also no record of the
 * fill. `differs`: the leg was filled differently than signed. `stopped`: the user stopped it.
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
