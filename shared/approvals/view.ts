import type { FeePreset } from './types.ts';

/** One asset that moves; amounts are text with grouping, exact in `exact`. */
export interface AssetMove {
  readonly symbol: string;
  readonly amount: string;
  readonly exact: string;
  readonly usd?: string;
  readonly note?: string;
}

export interface ApprovalRow {
  readonly label: string;
  readonly value: string;
  /** Full value where the row shows a short one. */
  readonly full?: string;
}

export type CheckStatus = 'passed' | 'warned' | 'failed';

export interface ApprovalCheck {
  readonly label: string;
  readonly status: CheckStatus;
  readonly detail?: string;
}

export interface FeeOption {
  readonly preset: FeePreset;
  readonly label: string;
  /** L2 and L1 fee together, in ETH. */
  readonly eth: string;
  readonly usd?: string;
}

/** Profit and loss at expiry over price, for the picture; model values, never used to pay. */
export interface PayoffPicture {
  readonly asset: string;
  readonly unit: string;
  readonly points: readonly (readonly [price: number, profit: number])[];
  readonly strikes: readonly number[];
  readonly breakEvens: readonly number[];
  readonly spot?: number;
}

interface Common {
  readonly id: string;
  readonly position: { readonly index: number; readonly count: number };
  /** Full origin; `undefined` for the wallet's own actions. */
  readonly origin?: string;
  readonly topOrigin?: string;
}

/** What an approval window shows: worked out by the worker out of the stored draft. */
export type ApprovalView =
  | (Common & {
      readonly kind: 'connect';
      readonly accounts: readonly { readonly address: string; readonly name: string }[];
      readonly selected?: string;
    })
  | (Common & {
      readonly kind: 'personal_sign';
      readonly account: string;
      readonly accountName: string;
      /** The message as text when it is printable UTF-8. */
      readonly text?: string;
      readonly hex: string;
    })
  | (Common & {
      readonly kind: 'transaction';
      readonly account: string;
      readonly accountName: string;
      readonly balance?: string;
      readonly sentence: string;
      readonly understood: boolean;
      readonly leaves: readonly AssetMove[];
      readonly arrives: readonly AssetMove[];
      readonly rows: readonly ApprovalRow[];
      readonly checks: readonly ApprovalCheck[];
      readonly picture?: PayoffPicture;
      readonly simulation: {
        readonly outcome: 'succeeds' | 'fails' | 'unknown';
        readonly block?: string;
        readonly reason?: string;
      };
      readonly fees: readonly FeeOption[];
      readonly raw: readonly ApprovalRow[];
      /** A sentence when this must not be confirmed at all. */
      readonly refusal?: string;
      /** A sentence that the user has to acknowledge first. */
      readonly danger?: string;
    });

export type TransactionView = Extract<ApprovalView, { kind: 'transaction' }>;
