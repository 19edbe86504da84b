import { Worker } from 'node:worker_threads';
import type { FeedEntry } from '../../shared/orders/parse-feed.ts';
import type { SignatureCheck } from './check-signatures.ts';
import { entryKey } from './entry.ts';
import { OrdersError } from './errors.ts';
import type { SignatureJob, SignatureResult } from './signature-worker.ts';

/** Recovers signers off the event loop, once per signed order. */
export interface SignatureChecker {
  check(entries: readonly FeedEntry[]): Promise<SignatureCheck[]>;
  close(): Promise<void>;
}

/** Short jobs, so that a single post can run between the parts of a large feed. */
const ENTRIES_PER_JOB = 25;
const REMEMBERED = 50_000;
/** Signatures are free for the poster and cost us a millisecond each, so the queue is bounded. */
const MOST_PENDING = 25_000;

export function createSignatureChecker(): SignatureChecker {
  const remembered = new Map<string, SignatureCheck>();
  const waiting = new Map<number, Waiter>();
  let worker: Worker | undefined;
  let lastId = 0;
  let pending = 0;

  function start(): Worker {
    const started = new Worker(new URL('./signature-worker.ts', import.meta.url));
    started.unref();
    started.on('message', ({ id, checks }: SignatureResult) => {
      waiting.get(id)?.resolve(checks);
      waiting.delete(id);
    });
    started.on('error', (cause) => {
      worker = undefined;
      for (const { reject } of waiting.values()) reject(cause);
      waiting.clear();
    });
    return started;
  }

  function run(entries: readonly FeedEntry[]): Promise<readonly SignatureCheck[]> {
    worker ??= start();
    const job: SignatureJob = { id: ++lastId, entries };
    return new Promise((resolve, reject) => {
      waiting.set(job.id, { resolve, reject });
      worker?.postMessage(job);
    });
  }

  function remember(key: string, check: SignatureCheck): void {
    remembered.set(key, check);
    if (remembered.size <= REMEMBERED) return;
    const [oldest] = remembered.keys();
    if (oldest !== undefined) remembered.delete(oldest);
  }

  return {
    async check(entries) {
      if (entries.length + pending > MOST_PENDING)
        throw new OrdersError('too-many', 'Too many signatures are waiting to be checked.');
      const keys = entries.map(entryKey);
      const results = new Map<string, SignatureCheck>();
      const unknown = new Map<string, FeedEntry>();
      keys.forEach((key, i) => {
        const known = remembered.get(key);
        const entry = entries[i];
        if (known !== undefined) results.set(key, known);
        else if (entry !== undefined) unknown.set(key, entry);
      });
      const jobs = [...unknown];
      pending += jobs.length;
      try {
        for (let from = 0; from < jobs.length; from += ENTRIES_PER_JOB) {
          const part = jobs.slice(from, from + ENTRIES_PER_JOB);
          const checks = await run(part.map(([, entry]) => entry));
          part.forEach(([key], i) => {
            const check = checks[i];
            if (check === undefined) return;
            results.set(key, check);
            remember(key, check);
          });
        }
      } finally {
        pending -= jobs.length;
      }
      return keys.map((key) => {
        const check = results.get(key);
        if (check === undefined) throw new Error('the worker skipped a signature');
        return check;
      });
    },
    async close() {
      await worker?.terminate();
      worker = undefined;
      for (const { reject } of waiting.values()) reject(new Error('the service is closing'));
      waiting.clear();
    },
  };
}

interface Waiter {
  resolve(checks: readonly SignatureCheck[]): void;
  reject(cause: unknown): void;
}
