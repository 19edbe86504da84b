import { zeroAddress } from 'viem';
import { describeCheck } from '../../../components/approvals/describe-check.ts';
import { describeMove } from '../../../components/approvals/describe-moves.ts';
import { describeTransaction } from '../../../components/approvals/describe-transaction.ts';
import type { ApprovalCheck, WordedMove } from '../../../components/approvals/worded.ts';
import type { FillInspection } from '../../../entrypoints/background/approvals/explain/inspect-fill.ts';
import { callOf } from '../../../shared/approvals/facts/call-of.ts';
import type { CheckFact } from '../../../shared/approvals/facts/checks.ts';
import type { MoveFact } from '../../../shared/approvals/facts/moves.ts';
import type { Understanding } from '../../../shared/approvals/understanding.ts';
import { chainContext } from '../../../shared/chain/chain-context.ts';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import type { CallMeaning, TransactionView } from '../../../shared/messages/approval-view.ts';

const RAW = { wei: '0', chainId: 8453, data: '0x' } as const;

/** Returns one call as the approval window shows it. */
export function worded(meaning: CallMeaning) {
  const view = { steps: [{ ...meaning, number: 1, raw: RAW }], dangers: [], coin: 'ETH' };
  return { ...wordedSteps(view), ...wordedMoves(meaning) };
}

type Worded = Pick<
  TransactionView,
  'steps' | 'leaves' | 'arrives' | 'dangers' | 'refusal' | 'coin'
>;

/** Returns a transaction as the approval window shows it. */
export function wordedView(view: Worded) {
  const { steps, danger, refusal } = describeTransaction(view);
  const { steps: _facts, refusal: _refusal, leaves: _leaves, arrives: _arrives, ...rest } = view;
  return { ...rest, ...wordedMoves(view), steps, danger: danger?.sentence, refusal };
}

/** Returns a fill as the approval window shows it. */
export function wordedFill(understanding: Understanding, inspection: FillInspection) {
  const call = callOf(understanding, chainContext(CHAIN_ID, 'ETH'), zeroAddress);
  return { ...worded({ ...inspection, call }), picture: inspection.picture };
}

export function wordedChecks(checks: readonly CheckFact[]): ApprovalCheck[] {
  return checks.map(describeCheck);
}

function wordedSteps(view: Parameters<typeof describeTransaction>[0]) {
  const { steps, danger, refusal } = describeTransaction(view);
  const [step] = steps;
  if (step === undefined) throw new TypeError('There is no step.');
  return { ...step, danger: danger?.sentence, refusal };
}

function wordedMoves(moves: { leaves: readonly MoveFact[]; arrives: readonly MoveFact[] }): {
  leaves: WordedMove[];
  arrives: WordedMove[];
} {
  return {
    leaves: moves.leaves.map((move) => describeMove(move, true)),
    arrives: moves.arrives.map((move) => describeMove(move)),
  };
}
