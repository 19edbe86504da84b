import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { UnixSeconds } from '../../../shared/units.ts';
import type { SpotPrices } from '../../chain/spot-prices.ts';
import type { ReportUnreadable } from '../storing/unreadable.ts';
import type { FromReader, ReaderAnswer, ReaderSetup, ToReader } from './read-messages.ts';

/** Memory limit of the thread in megabytes. A whole list needs little more than a slice. */
const MEMORY_MB = 256;

export interface ReadThread {
  /** Answers a GET below the service's prefix. */
  read(
    url: string,
    now: UnixSeconds,
  ): Promise<Omit<ReaderAnswer, 'body'> & { readonly body: Buffer | Readable }>;
  close(): Promise<void>;
}

/**
 * Reads the index in a thread with a separate database connection. SQLite is synchronous, so
 * reading a large list would delay every other service of the process. The thread starts at the
 * first request, and again after a failure.
 */
export function createReadThread(deps: {
  readonly setup: ReaderSetup;
  readonly prices: () => Promise<SpotPrices>;
  readonly report: ReportUnreadable;
  readonly onFault: (error: unknown) => void;
}): ReadThread {
  const waiting = new Map<number, PromiseWithResolvers<ReaderAnswer>>();
  let worker: Worker | undefined;
  let lastId = 0;

  function onMessage(from: Worker, message: FromReader): void {
    const post = (answer: ToReader) => from.postMessage(answer);
    switch (message.kind) {
      case 'answer':
        waiting.get(message.id)?.resolve(message);
        waiting.delete(message.id);
        return;
      case 'ask-prices':
        void deps.prices().then((prices) => post({ kind: 'prices', prices }));
        return;
      case 'unreadable':
        deps.report(message.table, message.key);
        return;
      case 'fault':
        deps.onFault(message.error);
    }
  }

  function start(): Worker {
    const started = new Worker(new URL('./read-worker.ts', import.meta.url), {
      workerData: deps.setup,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    started.unref();
    started.on('message', (message: FromReader) => onMessage(started, message));
    started.on('error', (error) => end(error));
    return started;
  }

  function end(error: unknown): void {
    worker = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  return {
    async read(url, now) {
      worker ??= start();
      const id = ++lastId;
      const answer = Promise.withResolvers<ReaderAnswer>();
      waiting.set(id, answer);
      const question: ToReader = { kind: 'read', id, url, now };
      worker.postMessage(question);
      const { body, ...head } = await answer.promise;
      return {
        ...head,
        body: body instanceof Uint8Array ? Buffer.from(body.buffer) : Readable.fromWeb(body),
      };
    },
    async close() {
      const last = worker;
      end(new Error('the service is closing'));
      await last?.terminate();
    },
  };
}
