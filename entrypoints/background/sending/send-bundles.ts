import type { Address } from 'viem';
import type {
  ApprovalRequest,
  FeeChoice,
  TransactionDraft,
} from '../../../shared/approvals/types.ts';
import { RpcError } from '../../../shared/rpc/codes.ts';
import type { Approvals } from '../approvals/approvals.ts';
import type { Recheck } from '../approvals/recheck.ts';
import type { Broadcast } from '../chain/broadcast.ts';
import { type Bundle, type BundleRows, keyOf } from './bundle-rows.ts';
import { type Names, sentFacts } from './sent-facts.ts';

export interface BundleSending extends Names {
  approvals: Pick<Approvals, 'request'>;
  broadcast: Broadcast;
  watchLocks: () => () => boolean;
  /** Compares a later call with what the review showed. */
  recheck: () => Pick<Recheck, 'shownByCall' | 'isAsShown'>;
}

/**
 * Sends the calls of bundles, each when the one before is confirmed. Simulates each later call again
 * before sending it; when it does worse than the review showed, the rest is reviewed again. A failed
 * call stops the rest.
 */
export function createBundleSender(rows: BundleRows, deps: BundleSending) {
  let running: Promise<void> = Promise.resolve();
  /** Keys of calls whose remaining calls are in a second review. */
  const inReview = new Set<string>();

  async function advance(row: Bundle): Promise<void> {
    const isUnlocked = deps.watchLocks();
    // Stopped by a lock, a disconnect or another chain: calls that wait for a nonce aren't signed.
    const isAgreed = () => isUnlocked() && rows.find(row.origin, row.id)?.stopped === false;
    const sent = rows.sentOf(row);
    const last = sent.at(-1);
    const status = last === undefined ? 'confirmed' : rows.lastOf(last)?.status;
    if (status === 'signed' || status === 'sent') return;
    if (status !== 'confirmed') {
      await rows.change(row, { hashes: sent, stopped: true });
      return;
    }
    const index = sent.length;
    const draft = row.calls[index];
    if (draft === undefined) return;
    if (index > 0 && !(await isAsShown(row, draft, index))) {
      if (isAgreed()) reviewRest(row, index);
      return;
    }
    try {
      const hash = await deps.broadcast.send({ ...sendingOf(row, draft, index), isAgreed });
      await rows.change(row, { hashes: [...sent, hash] });
    } catch {
      // The activity shows why, and the status reports it to the site.
      await rows.change(row, { hashes: sent, stopped: true });
    }
  }

  function isAsShown(row: Bundle, draft: TransactionDraft, index: number): Promise<boolean> {
    const { account, chainId } = row;
    const fee = { ...row.fee, gas: row.fee.gas.slice(index, index + 1) };
    const due = { account, chainId, draft, fee, shown: row.shown?.[index] };
    // Without the part of the worker that compares, the user decides again.
    return Promise.resolve()
      .then(() => deps.recheck().isAsShown(due))
      .catch(() => false);
  }

  /** Shows the remaining calls in a new review. Sends nothing more until it is answered. */
  function reviewRest(row: Bundle, index: number): void {
    const key = keyOf(row, index);
    if (inReview.has(key)) return;
    inReview.add(key);
    void deps.approvals
      .request({
        requestKey: `${key}:rest`,
        requester: { origin: row.origin, own: row.origin === '' },
        request: { kind: 'calls', account: row.account, calls: row.calls.slice(index) },
        chainId: row.chainId,
      })
      .then(
        async ({ choice, request }) => {
          const { gas, ...prices } = feeOf(choice);
          const shown = deps.recheck().shownByCall(request);
          const before = row.shown?.slice(0, index) ?? row.calls.slice(0, index).map(() => []);
          await rows.change(row, {
            calls: [...row.calls.slice(0, index), ...callsOf(request)],
            fee: { ...prices, gas: [...row.fee.gas.slice(0, index), ...gas] },
            ...(shown === undefined ? {} : { shown: [...before, ...shown] }),
          });
        },
        // Rejected, or the wallet was locked: the rest is never sent.
        () => rows.change(row, { stopped: true }),
      )
      .finally(() => inReview.delete(key))
      .then(() => advanceLater());
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
      // The site has its answer, and no page waits.
      isUnattended: true,
      ...sentFacts(draft, { account, chainId }, deps),
    };
  }

  const isDue = (row: Bundle) =>
    rows.isOpen(row) && !inReview.has(keyOf(row, rows.sentOf(row).length));

  async function advanceAll(): Promise<void> {
    for (const { origin, id } of rows.all().filter(isDue)) {
      // Read again: it can have been stopped while the former call was sent.
      const row = rows.find(origin, id);
      if (row !== undefined && isDue(row)) await advance(row);
    }
  }

  function advanceLater(): Promise<void> {
    running = running.then(advanceAll, advanceAll);
    return running;
  }

  /** Sends due calls; called whenever a transaction's state changed. One run at a time. */
  return advanceLater;
}

export function callsOf(request: ApprovalRequest): TransactionDraft[] {
  if (request.kind !== 'calls') throw new RpcError('internal');
  return request.calls;
}

export function feeOf(choice: { kind: string; fee?: FeeChoice }): FeeChoice {
  if (choice.kind !== 'send' || choice.fee === undefined) throw new RpcError('rejected');
  return choice.fee;
}
