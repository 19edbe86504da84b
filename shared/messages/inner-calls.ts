import type { DangerFact, RefusalFact } from '../approvals/facts/dangers.ts';
import type { CallMeaning } from './approval-view.ts';

/** Returns a call's dangers, those of its inner calls first. */
export function dangersOf({ inner = [], dangers }: CallMeaning): readonly DangerFact[] {
  return [...inner.flatMap(dangersOf), ...dangers];
}

/** Returns the refusal of a call, or otherwise the first refusal of its inner calls. */
export function refusalOf({ refusal, inner = [] }: CallMeaning): RefusalFact | undefined {
  return refusal ?? firstRefusal(inner);
}

export function firstRefusal(calls: readonly CallMeaning[]): RefusalFact | undefined {
  return calls.map(refusalOf).find((refusal) => refusal !== undefined);
}
