import { Worker } from 'node:worker_threads';
import type { FeedEntry } from '../../shared/orders/parse-feed.ts';
import type { EntryCheck } from './check-entry.ts';
import type { EntryJob, EntryResult, FeedJob, ParsedFeed } from './entry-worker.ts';
import { OrdersError } from './errors.ts';

/** Parses and checks entries off the event loop. Jobs of several posts and feeds take turns. */
export interface EntryChecker {
  /**
   * Returns the results of a job's first items, for at least one item.
   * @throws OrdersError when the items are nested too deeply to be passed to the thread
   */
  check(job: EntryJob): Promise<readonly EntryCheck[]>;
  /** Parses another feed. The result's `parts` returns the entries in small parts. */
  readFeed(chunks: readonly Uint8Array[]): Promise<OpenFeed | 'not-json' | 'not-a-feed'>;
  /**
   * Runs work for a number of entries.
   * @throws OrdersError when too many entries are waiting
   */
  reserve<T>(entries: number, work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Another feed, parsed in the thread. Its parts must be read to the end. */
export interface OpenFeed extends ParsedFeed {
  parts(): AsyncGenerator<readonly FeedEntry[]>;
}

/**
 * Entries per job. The number is small, so that a single post can run between parts of a large
 * feed.
 */
export const ENTRIES_PER_JOB = 25;
/**
 * Maximum number of waiting entries. Forging an entry is free, but checking it takes a millisecond.
 */
const MAX_PENDING = 25_000;

export function createEntryChecker(): EntryChecker {
  const waiting = new Map<number, PromiseWithResolvers<EntryResult>>();
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
    started.on('message', (result: EntryResult) => {
      waiting.get(result.id)?.resolve(result);
      waiting.delete(result.id);
    });
    started.on('error', end);
    started.on('messageerror', end);
    return started;
  }

  async function run(job: EntryJob | FeedJob): Promise<EntryResult> {
    worker ??= start();
    const id = ++lastId;
    try {
      worker.postMessage({ id, job }, 'chunks' in job ? wholeBuffers(job.chunks) : []);
    } catch {
      throw new OrdersError('bad-request', 'The entries are nested too deeply.');
    }
    const result = Promise.withResolvers<EntryResult>();
    waiting.set(id, result);
    return result.promise;
  }

  async function* partsOf(feed: number, count: number): AsyncGenerator<readonly FeedEntry[]> {
    try {
      for (let from = 0; from < count; ) {
        const result = await run({ feed, from });
        const part = 'part' in result ? result.part : [];
        // A thread that has restarted doesn't have the feed.
        if (part.length === 0) return;
        from += part.length;
        yield part;
      }
    } finally {
      // If the thread has ended, the feed is gone anyway.
      run({ feed }).catch(() => undefined);
    }
  }

  return {
    async check(job) {
      const result = await run(job);
      return 'checks' in result ? result.checks : [];
    },
    async readFeed(chunks) {
      const result = await run({ chunks });
      const read = 'read' in result ? result.read : 'not-json';
      if (typeof read === 'string') return read;
      return { ...read, parts: () => partsOf(result.id, read.orders) };
    },
    async reserve(entries, work) {
      if (entries + pending > MAX_PENDING)
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

/**
 * Returns the chunks as buffers without other content. Such buffers can move to the thread without
 * a copy.
 */
function wholeBuffers(chunks: readonly Uint8Array[]): ArrayBuffer[] {
  return chunks.flatMap(({ buffer, byteLength }) =>
    byteLength > 0 && buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
      ? [buffer]
      : [],
  );
}
