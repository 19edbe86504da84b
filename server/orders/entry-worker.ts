import { parentPort } from 'node:worker_threads';
import type { Address } from 'viem';
import type { FeedEntry } from '../../shared/orders/parse-feed.ts';
import {
  type CheckTerms,
  checkEntry,
  checkPosted,
  type EntryCheck,
  type Recover,
  recover,
} from './check-entry.ts';
import { entryKey } from './entry.ts';

/** Items of a post, or entries of a feed that were parsed already. */
export type EntryJob = CheckTerms &
  (
    | {
        readonly posted: readonly unknown[];
        /** Signers that were found to be accepted by a maker contract. */
        readonly accepted: ReadonlyMap<Address, ReadonlySet<Address>>;
      }
    | { readonly entries: readonly FeedEntry[] }
  );

export interface EntryResult {
  readonly id: number;
  readonly checks: readonly EntryCheck[];
}

const REMEMBERED = 50_000;

/** Makers and upstreams repeat their orders. */
function remembering(recover: Recover): Recover {
  const known = new Map<string, ReturnType<Recover>>();
  return (entry) => {
    const key = entryKey(entry);
    const result = known.get(key) ?? recover(entry);
    known.set(key, result);
    const [oldest] = known.keys();
    if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
    return result;
  };
}

const recoverOnce = remembering(recover);

/** An item that our code fails on must not end the thread, and other makers' posts with it. */
function orMalformed(check: () => EntryCheck): EntryCheck {
  try {
    return check();
  } catch {
    return { malformed: 'entry' };
  }
}

/**
 * Checks a post's items in their order, up to the first one that decides about the post: one bad
 * entry rejects all, and a foreign signer must be accepted by the maker first. A list of forged
 * orders costs as much as one.
 */
function checkPost(job: Extract<EntryJob, { posted: unknown }>): EntryCheck[] {
  const checks: EntryCheck[] = [];
  for (const item of job.posted) {
    const check = orMalformed(() => checkPosted(item, job, recoverOnce));
    checks.push(check);
    if (!('signed' in check)) break;
    const { signer, entry } = check.signed;
    const { maker } = entry.order;
    if (signer !== maker && job.accepted.get(maker)?.has(signer) !== true) break;
  }
  return checks;
}

parentPort?.on('message', ({ id, job }: { readonly id: number; readonly job: EntryJob }) => {
  const checks =
    'posted' in job
      ? checkPost(job)
      : job.entries.map((entry) => orMalformed(() => checkEntry(entry, job, recoverOnce)));
  const result: EntryResult = { id, checks };
  parentPort?.postMessage(result);
});
