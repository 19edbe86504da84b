import { parentPort } from 'node:worker_threads';
import type { Address } from 'viem';
import { type Feed, type FeedEntry, parseFeed } from '../../shared/orders/parse-feed.ts';
import { parseJson } from '../../shared/parse.ts';
import {
  type CheckTerms,
  checkEntry,
  checkPosted,
  type EntryCheck,
  type Recover,
  recover,
} from './check-entry.ts';
import { entryKey } from './entry.ts';

/**
 * The bytes of another feed, a request for the next part of a parsed feed, or the end of a parsed
 * feed.
 */
export type FeedJob =
  | { readonly chunks: readonly Uint8Array[] }
  | { readonly feed: number; readonly from: number }
  | { readonly feed: number };

/** Counts of a parsed feed, whose entries the thread keeps until a job ends the feed. */
export interface ParsedFeed {
  readonly orders: number;
  readonly problems: number;
}

export type EntryJob = CheckTerms &
  (
    | {
        readonly posted: readonly unknown[];
        /** Signers that maker contracts accept. */
        readonly accepted: ReadonlyMap<Address, ReadonlySet<Address>>;
      }
    | { readonly entries: readonly FeedEntry[] }
  );

export type EntryResult = { readonly id: number } & (
  | { readonly checks: readonly EntryCheck[] }
  /** `not-json` and `not-a-feed` are problems of the text. */
  | { readonly read: ParsedFeed | 'not-json' | 'not-a-feed' }
  | { readonly part: readonly FeedEntry[] }
);

/** Number of entries that the event loop receives at a time. */
const ENTRIES_PER_PART = 200;

const REMEMBERED = 50_000;

/** Remembers recovered signers, because makers and other feeds repeat their orders. */
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

/** If our code fails on an item, the thread must go on for the other makers' posts. */
function orMalformed(check: () => EntryCheck): EntryCheck {
  try {
    return check();
  } catch {
    return { malformed: 'entry' };
  }
}

/**
 * Checks a post's items in order, up to the first item that decides about the post. A bad entry
 * rejects the whole post. An item with a foreign signer must wait for its maker contract. So a list
 * of forged orders costs as much as one forged order.
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

const feeds = new Map<number, Feed>();

function readFeed(
  id: number,
  chunks: readonly Uint8Array[],
): ParsedFeed | 'not-json' | 'not-a-feed' {
  const json = parseJson(Buffer.concat(chunks).toString());
  if (json === undefined) return 'not-json';
  const feed = parseFeed(json);
  if (feed === undefined) return 'not-a-feed';
  feeds.set(id, feed);
  return { orders: feed.orders.length, problems: feed.problems.length };
}

function nextPart(job: Exclude<FeedJob, { chunks: readonly Uint8Array[] }>): readonly FeedEntry[] {
  if ('from' in job)
    return feeds.get(job.feed)?.orders.slice(job.from, job.from + ENTRIES_PER_PART) ?? [];
  feeds.delete(job.feed);
  return [];
}

function resultOf(id: number, job: EntryJob | FeedJob): EntryResult {
  if ('chunks' in job) return { id, read: readFeed(id, job.chunks) };
  if ('feed' in job) return { id, part: nextPart(job) };
  if ('posted' in job) return { id, checks: checkPost(job) };
  const checks = job.entries.map((entry) => orMalformed(() => checkEntry(entry, job, recoverOnce)));
  return { id, checks };
}

parentPort?.on(
  'message',
  ({ id, job }: { readonly id: number; readonly job: EntryJob | FeedJob }) => {
    parentPort?.postMessage(resultOf(id, job));
  },
);
