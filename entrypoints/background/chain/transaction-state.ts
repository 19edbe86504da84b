import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import type { ActivityRecord } from '../state/activity.ts';

/** Blocks on top of a transaction after which a reorg is not looked for any more. */
export const FINAL_DEPTH = 12n;

export function chainOf(entry: Pick<ActivityRecord, 'chainId'>): number {
  return entry.chainId ?? CHAIN_ID;
}

/** Signed or sent, and neither mined nor given up. */
export function isPending(entry: ActivityRecord): boolean {
  return entry.kind === 'transaction' && (entry.status === 'signed' || entry.status === 'sent');
}

/** Mined, but so recently that a reorg may still take it back. */
export function isSettling(entry: ActivityRecord): boolean {
  const isMined = entry.status === 'confirmed' || entry.status === 'failed';
  return isMined && entry.block !== undefined && entry.raw !== undefined && entry.raw !== '';
}

/**
 * The transaction that stands for this one now: itself, or what it was sped up with. One that was
 * cancelled has no successor: what took its place does something else.
 */
export function successorOf(
  entry: ActivityRecord,
  find: (id: string) => ActivityRecord | undefined,
): ActivityRecord | undefined {
  if (entry.status !== 'replaced') return entry;
  const next = entry.replacedBy === undefined ? undefined : find(entry.replacedBy);
  return next === undefined || next.isCancel === true ? undefined : successorOf(next, find);
}
