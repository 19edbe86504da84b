import type { CheckStatus } from '../../shared/approvals/facts/checks.ts';
import type { EditableAllowance } from '../../shared/messages/approval-view.ts';
import type { PayoffPicture } from '../../shared/orders/picture.ts';

/** A fact as text: label and value. */
export interface ApprovalRow {
  readonly label: string;
  readonly value: string;
  /** The full value when the row shows a shortened one. */
  readonly full?: string;
}

export interface ApprovalCheck {
  readonly label: string;
  readonly status: CheckStatus;
  readonly detail?: string;
  /** The unshortened detail, shown on hover. */
  readonly full?: string;
}

/** One moved asset, as shown. */
export interface WordedMove {
  readonly symbol: string;
  readonly amount: string;
  /** The exact amount, shown on hover. */
  readonly exact: string;
  readonly note?: string;
}

/** One transaction of a request as text. */
export interface WordedStep {
  readonly number: number;
  readonly sentence: string;
  readonly highlights: readonly ApprovalRow[];
  readonly rows: readonly ApprovalRow[];
  readonly checks: readonly ApprovalCheck[];
  readonly picture?: PayoffPicture;
  /** Unix seconds. */
  readonly endsAt?: number;
  readonly allowance?: EditableAllowance;
  /** Receiver, value, chain and bytes, which can be copied. */
  readonly raw: readonly ApprovalRow[];
}
