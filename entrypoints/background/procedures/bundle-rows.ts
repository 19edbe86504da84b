import { sha256 } from '@noble/hashes/sha2.js';
import { isPending } from '../../../shared/activity/is-pending.ts';
import { isBatch } from '../../../shared/approvals/batch.ts';
import type { TransactionDraft } from '../../../shared/approvals/types.ts';
import { understandTransaction } from '../../../shared/approvals/understand.ts';
import { toBase64url, utf8 } from '../../../shared/bytes.ts';
import { CHAIN_ID, TOKENS } from '../../../shared/chain/deployments.ts';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import type {
  ProcedureFacts,
  ProcedureStop,
  ProcedureView,
} from '../../../shared/messages/procedures.ts';
import { successorOf } from '../chain/transaction-state.ts';
import type { ActivityLog } from '../kernel/activity.ts';
import { type Claim, moneyOf } from './claims.ts';
import type { Bundles } from './keys.ts';

export type Bundle = Bundles[number];
export type BundleFacts = ReturnType<typeof createBundleFacts>;

/** Compares bundles with the transactions that the activity has for them. */
export function createBundleFacts({ activity }: { activity: ActivityLog }) {
  /** Hashes of sent calls, including a call that a dying worker sent without recording it here. */
  const sentOf = (row: Bundle): string[] =>
    row.calls.flatMap(
      (_, index) => row.hashes[index] ?? activity.answerTo(keyOf(row, index)) ?? [],
    );

  /**
   * Returns the current transaction for a hash. The user may have sped up the transaction with this
   * hash.
   */
  const lastOf = (hash: string) => {
    const entry = activity.find(hash);
    return entry === undefined ? undefined : successorOf(entry, activity.find);
  };

  /** Returns true while the last sent call isn't mined. Until then, no other call is sent. */
  function isInFlight(row: Bundle): boolean {
    const hash = sentOf(row).at(-1);
    const last = hash === undefined ? undefined : lastOf(hash);
    return last !== undefined && isPending(last);
  }

  /**
   * Returns the status of a sent call. Undefined for the last call if the activity has no row of
   * it: only the receipt then shows how the call ended. Each earlier call was mined before the next
   * call was sent.
   */
  function statusOf(row: Bundle, index: number) {
    const hashes = sentOf(row);
    const hash = hashes[index];
    if (hash === undefined) return undefined;
    const known =
      activity.find(hash) === undefined ? undefined : (lastOf(hash)?.status ?? 'replaced');
    const isLost = known === undefined || known === 'dropped' || known === 'replaced';
    // A row that isn't lost is newer than the proof: a reorganization can undo a mined call.
    if (isLost && row.proven?.includes(hash)) return 'confirmed';
    if (known !== undefined) return known;
    const isLater = index < hashes.length - 1 || (row.endedAt !== undefined && !row.stopped);
    return isLater ? 'confirmed' : undefined;
  }

  function endOf(row: Bundle): 'done' | ProcedureStop | undefined {
    // A sent call keeps the bundle under way, even if the remaining calls were stopped.
    if (isInFlight(row) || row.endedAt === undefined) return undefined;
    if (row.stopped) return row.why ?? 'stopped';
    // A reorganization can undo the last call. The bundle is then under way again.
    return statusOf(row, row.calls.length - 1) === 'confirmed' ? 'done' : undefined;
  }

  /** Returns true for revocations that stopped, unless the user rejected all of them. */
  function waits(row: Bundle): boolean {
    const end = endOf(row);
    const isStopped = end !== undefined && end !== 'done';
    return isOwn(row) && isStopped && (end !== 'rejected' || sentOf(row).length > 0);
  }

  /**
   * Returns stopped revocations in the state in which they continue. Revocations that aren't mined
   * are reviewed again.
   */
  function again({ endedAt: _endedAt, shown: _shown, why: _why, ...row }: Bundle): Bundle {
    const hashes = sentOf(row);
    const isMined = (_: unknown, index: number) => statusOf(row, index) === 'confirmed';
    const calls = [
      ...row.calls.filter(isMined),
      ...row.calls.filter((call, index) => !isMined(call, index)),
    ];
    const round = (row.round ?? 0) + 1;
    return { ...row, calls, hashes: hashes.filter(isMined), round, stopped: false };
  }

  /** Returns a bundle as pages list it, until its calls are all mined or the user dismisses it. */
  function view(
    row: Bundle,
  ): Pick<ProcedureView, 'account' | 'at' | 'facts' | 'steps'> | undefined {
    const { account, at, calls, chainId, origin } = row;
    const end = endOf(row);
    if (end === 'done' || (isOwn(row) && end !== undefined && !waits(row))) return undefined;
    if (row.isHidden === true) return undefined;
    const step = isOwn(row) ? 'revoke' : 'call';
    const steps = sentOf(row).map((hash, index) => {
      const last = lastOf(hash);
      const isDone = statusOf(row, index) === 'confirmed';
      const open = last !== undefined && isPending(last) ? 'running' : 'failed';
      return { step, hash: last?.id ?? hash, state: isDone ? 'done' : open } as const;
    });
    const done = steps.filter(({ state }) => state === 'done').length;
    const counts = { chainId, done, count: calls.length };
    const facts: ProcedureFacts = isOwn(row)
      ? { kind: 'revocations', ...counts }
      : { kind: 'batch', origin, ...counts };
    return { account, at, facts, steps };
  }

  /**
   * Returns the status (EIP-5792) of a bundle that is one transaction; undefined for other bundles.
   * A receipt doesn't prove success: without the account's code, the transaction does nothing.
   */
  function atomicStatus(row: Bundle): 100 | 200 | 400 | 500 | undefined {
    const [only] = row.calls;
    if (only === undefined || !isBatch(only, row.account)) return undefined;
    const [hash] = sentOf(row);
    if (hash === undefined) return row.stopped ? 400 : 100;
    const status = statusOf(row, 0) ?? (row.stopped ? row.why : 'sent');
    if (status === 'confirmed') return 200;
    if (status === 'signed' || status === 'sent') return 100;
    return status === 'failed' ? 500 : 400;
  }

  return { sentOf, lastOf, statusOf, isInFlight, endOf, waits, again, view, atomicStatus };
}

/** Returns true for the wallet's own bundles, which are revocations. */
export const isOwn = ({ origin }: Pick<Bundle, 'origin'>): boolean => origin === '';

/**
 * Returns claims on the money whose allowances a bundle of the wallet revokes. Sites' bundles claim
 * nothing: the user agreed to their calls, so no procedure may block these calls for hours. The
 * wallet's own plans read the chain before each step anyway.
 */
export function claimsOf(row: Omit<Bundle, 'fee'>): readonly Claim[] {
  if (!isOwn(row) || row.chainId !== CHAIN_ID) return [];
  return row.calls.flatMap(tokensIn).flatMap((token) => {
    const known = TOKENS.find(({ address }) => isSameAddress(address, token));
    return known === undefined
      ? []
      : [{ on: moneyOf(row.account, known.symbol), by: 'revocation' as const }];
  });
}

function tokensIn(draft: TransactionDraft): readonly string[] {
  const found = understandTransaction(draft);
  if (found.kind === 'batch') return found.calls.flatMap((call) => tokensIn(call.draft));
  return found.kind === 'approve' || found.kind === 'allow through permit2' ? [found.token] : [];
}

/** Sites choose the ids, so two sites can choose the same id. */
export const idIn = (origin: string, id: string): string => JSON.stringify([origin, id]);

/**
 * Returns the key of one call of a bundle. The key is hashed, because a site's id can be long and
 * contain colons.
 */
export function keyOf({ origin, id, round }: Bundle, index: number): string {
  const place = round === undefined ? `${index}` : `${index}:${round}`;
  return `bundle:${toBase64url(sha256(utf8(idIn(origin, id))))}:${place}`;
}
