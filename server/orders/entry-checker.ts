import { Worker } from 'node:worker_threads';
import type { EntryCheck } from './check-entry.ts';
import type { EntryJob, EntryResult } from './entry-worker.ts';
import { OrdersError } from './errors.ts';

/** Parses and checks entries off the event loop. Jobs of several posts and feeds take turns. */
export interface EntryChecker {
  /**
   * Returns the results of a job's first items, at least one.
   * @throws OrdersError when the items are nested too deeply to be passed to the thread
   */
  check(job: EntryJob): Promise<readonly EntryCheck[]>;
  /**
   * Runs the work of a number of entries.
   * @throws OrdersError when too many are waiting
   */
  reserve<T>(entries: number, work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Entries of one job: few, so that a single post can run between the parts of a large feed. */
export const ENTRIES_PER_JOB = 25;
/** Signatures are free for the poster and cost us a millisecond each, so the queue is bounded. */
const MOST_PENDING = 25_000;

export function createEntryChecker(): EntryChecker {
  const waiting = new Map<number, PromiseWithResolvers<readonly EntryCheck[]>>();
  let worker: Worker | undefined;
  let lastId = 0;
  let pending = 0;

  function end(cause: unknown): void {
    worker = undefined;
    for (const { reject } of waiting.values()) reject(cause);
    waiting.clear();
  }

  function start(): Worker {
    const started = new Worker(new URL('./entry-worker.ts', import.meta.url));
    started.unref();
    started.on('message', ({ id, checks }: EntryResult) => {
      waiting.get(id)?.resolve(checks);
      waiting.delete(id);
    });
    started.on('error', end);
    started.on('messageerror', end);
    return started;
  }

  return {
    async check(job) {
      worker ??= start();
      const id = ++lastId;
      try {
        worker.postMessage({ id, job });
      } catch {
        throw new OrdersError('bad-request', 'The entries are nested too deeply.');
      }
      const result = Promise.withResolvers<readonly EntryCheck[]>();
      waiting.set(id, result);
      return result.promise;
    },
    async reserve(entries, work) {
      if (entries + pending > MOST_PENDING)
        throw new OrdersError('too-many', 'Too many signatures are waiting to be checked.');
      pending += entries;
      try {
        return await work();
      } finally {
        pending -= entries;
      }
    },
    async close() {
      const last = worker;
      end(new Error('the service is closing'));
      await last?.terminate();
    },
  };
}
