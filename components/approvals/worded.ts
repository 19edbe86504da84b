import type { CheckStatus } from '../../shared/approvals/facts/checks.ts';
import type { EditableAllowance } from '../../shared/messages/approval-view.ts';
import type { PayoffPicture } from '../../shared/orders/picture.ts';

export interface ApprovalRow {
  readonly label: string;
  readonly value: string;
  /** The full value, if `value` is shortened. */
  readonly full?: string;
}

export interface ApprovalCheck {
  readonly label: string;
  readonly status: CheckStatus;
  readonly detail?: string;
  /** The full text, shown on hover, if `detail` is shortened. */
  readonly full?: string;
}

export interface WordedMove {
  readonly symbol: string;
  readonly amount: string;
  /** The exact amount, shown on hover. */
  readonly exact: string;
  readonly note?: string;
}

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
