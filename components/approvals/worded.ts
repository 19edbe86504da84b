import type { CheckStatus } from '../../shared/approvals/facts/checks.ts';
import type { EditableAllowance } from '../../shared/messages/approval-view.ts';
import type { PayoffPicture } from '../../shared/orders/picture.ts';

/** A fact as text: a label and its value. */
export interface ApprovalRow {
  readonly label: string;
  readonly value: string;
  /** Full value where the row shows a short one. */
  readonly full?: string;
}

export interface ApprovalCheck {
  readonly label: string;
  readonly status: CheckStatus;
  readonly detail?: string;
  /** The unshortened detail, shown on hover. */
  readonly full?: string;
}

/** One asset that moves, as shown. */
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
  /** Receiver, value, chain and bytes, to be copied. */
  readonly raw: readonly ApprovalRow[];
}
