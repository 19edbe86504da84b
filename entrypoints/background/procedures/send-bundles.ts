import type { Address } from 'viem';
import type {
  ApprovalRequest,
  FeeChoice,
  TransactionDraft,
} from '../../../shared/approvals/types.ts';
import type { Clock, Wait } from '../../../shared/ports.ts';
import { RpcError } from '../../../shared/rpc/codes.ts';
import type { Approvals } from '../approvals/approvals.ts';
import type { Recheck } from '../approvals/recheck.ts';
import { OWN } from '../approvals/sending/own-transactions.ts';
import { type Names, sentFacts } from '../approvals/sending/sent-facts.ts';
import { codeUse } from '../chain/account-code.ts';
import type { Broadcast } from '../chain/broadcast.ts';
import { failureIn } from '../chain/failure-in.ts';
import { readReceipt } from '../chain/read-receipt.ts';
import type { Rpc } from '../chain/rpc.ts';
import { type Bundle, type BundleFacts, idIn, isOwn, keyOf } from './bundle-rows.ts';

export interface BundleSending extends Names {
  approvals: Pick<Approvals, 'request'>;
  broadcast: Broadcast;
  clock: Clock;
  wait: Wait;
  rpcOf: (chainId: number) => Rpc;
  watchLocks: () => () => boolean;
  /** Compares a later call with what the review showed. */
  recheck: () => Pick<Recheck, 'shownByCall' | 'isAsShown'>;
}

/**
 * Sends the calls of bundles, each after the previous call is confirmed. Simulates each later call
 * again before sending it. If the result is worse than the review showed, or if a former worker
 * made the review, the user reviews the remaining calls again. A failed call stops the remaining
 * calls.
 */
export function createBundleSender(
  deps: BundleSending & {
    facts: BundleFacts;
    /** Bundles to which the user agreed in this worker. */
    agreed: Set<string>;
    now: (row: Bundle) => Bundle | undefined;
  },
) {
  const { agreed } = deps;
  const { lastOf, sentOf, statusOf } = deps.facts;

  async function next(before: Bundle): Promise<Bundle> {
    const isUnlocked = deps.watchLocks();
    // Calls that wait for a nonce aren't signed after a lock, a disconnection or a change of chain.
    const isAgreed = () => isUnlocked() && deps.now(before)?.stopped === false;
    const hashes = sentOf(before);
    const id = idIn(before.origin, before.id);
    const last = await endOfLast(before, hashes);
    const row = last === 'confirmed' ? withProof(before, hashes) : before;
    const stopped: Bundle = { ...row, hashes, stopped: true };
    if (row.stopped || last !== 'confirmed') {
      agreed.delete(id);
      const why = last === 'confirmed' ? {} : { why: last };
      return { ...stopped, endedAt: deps.clock.now(), ...why };
    }
    const index = hashes.length;
    const draft = row.calls[index];
    if (draft === undefined) return { ...row, hashes, endedAt: deps.clock.now() };
    if (!agreed.has(id) || (index > 0 && !(await isAsShown(row, draft, index))))
      return isAgreed() ? reviewRest(row, index) : stopped;
    try {
      const hash = await deps.broadcast.send({ ...sendingOf(row, draft, index), isAgreed });
      return { ...row, hashes: [...hashes, hash] };
    } catch {
      // The activity shows the reason, and the bundle's status reports the failure to the site.
      return isUnlocked() ? { ...stopped, why: 'failed' } : stopped;
    }
  }

  /**
   * Keeps the success of the last sent call in the row if the activity doesn't report this success.
   */
  function withProof(row: Bundle, hashes: readonly string[]): Bundle {
    const hash = hashes.at(-1);
    const status = statusOf(row, hashes.length - 1);
    if (hash === undefined || status === undefined || status === 'confirmed') return row;
    return { ...row, proven: [...(row.proven ?? []), hash] };
  }

  /**
   * Returns how the last sent call ended, if any. The activity's row can be gone, and a lagging
   * node can report a mined call as lost, so the receipt decides.
   */
  async function endOfLast(
    row: Bundle,
    hashes: readonly string[],
  ): Promise<'confirmed' | 'failed' | 'superseded'> {
    const index = hashes.length - 1;
    const hash = hashes[index];
    const draft = row.calls[index];
    if (hash === undefined || draft === undefined) return 'confirmed';
    const status = statusOf(row, index);
    if (status === 'confirmed' || status === 'failed') return status;
    const rpc = deps.rpcOf(row.chainId);
    const receipt = await readReceipt(rpc, deps.wait, lastOf(hash)?.hash ?? hash);
    // Another transaction has replaced the call.
    if (receipt === undefined) return status === 'replaced' ? 'failed' : 'superseded';
    return failureIn(rpc, codeUse(draft, row.account), receipt).then(
      (failure) => (failure === undefined ? 'confirmed' : 'failed'),
      () => 'superseded',
    );
  }

  function isAsShown(row: Bundle, draft: TransactionDraft, index: number): Promise<boolean> {
    const { account, chainId } = row;
    const fee = { ...row.fee, gas: row.fee.gas.slice(index, index + 1) };
    const due = { account, chainId, draft, fee, shown: row.shown?.[index] };
    // If the call can't be compared, the user reviews the remaining calls again.
    return Promise.resolve()
      .then(() => deps.recheck().isAsShown(due))
      .catch(() => false);
  }

  /**
   * Shows the remaining calls in a review. If the user rejects the review, these calls are never
   * sent.
   */
  async function reviewRest(row: Bundle, index: number): Promise<Bundle> {
    const { choice, request } = await deps.approvals.request({
      requestKey: `${keyOf(row, index)}:rest`,
      requester: isOwn(row) ? OWN : { origin: row.origin, own: false },
      request: { kind: 'calls', account: row.account, calls: row.calls.slice(index) },
      chainId: row.chainId,
    });
    const { gas, ...prices } = feeOf(choice);
    const shown = deps.recheck().shownByCall(request);
    agreed.add(idIn(row.origin, row.id));
    const before = row.shown?.slice(0, index) ?? row.calls.slice(0, index).map(() => []);
    return {
      ...row,
      calls: [...row.calls.slice(0, index), ...callsOf(request)],
      fee: { ...prices, gas: [...row.fee.gas.slice(0, index), ...gas] },
      ...(shown === undefined ? {} : { shown: [...before, ...shown] }),
    };
  }

  function sendingOf(row: Bundle, draft: TransactionDraft, index: number) {
    const { account, chainId, origin } = row;
    const { nonce: _nonce, ...fee } = row.fee;
    return {
      account: account as Address,
      chainId,
      draft,
      fee,
      index,
      requestKey: keyOf(row, index),
      origin,
      // No page waits for the call: the site already has its answer.
      isUnattended: true,
      ...sentFacts(draft, { account, chainId }, deps),
    };
  }

  return next;
}

export function callsOf(request: ApprovalRequest): TransactionDraft[] {
  if (request.kind !== 'calls') throw new RpcError('internal');
  return request.calls;
}

export function feeOf(choice: { kind: string; fee?: FeeChoice }): FeeChoice {
  if (choice.kind !== 'send' || choice.fee === undefined) throw new RpcError('rejected');
  return choice.fee;
}
