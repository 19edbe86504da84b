import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import Fastify from 'fastify';
import { unixSeconds } from '../../../shared/units.ts';
import type { SpotPrices } from '../../chain/spot-prices.ts';
import { openReader } from '../../database/open.ts';
import type { IndexerTables } from '../storing/tables.ts';
import { createQueries } from './queries.ts';
import {
  type FromReader,
  type ReaderAnswer,
  type ReaderSetup,
  type ToReader,
  WALKED,
} from './read-messages.ts';
import { answerErrors, readRoutes, UNREADABLE } from './read-routes.ts';
import { createStatisticsQueries } from './statistics-queries.ts';

/** Answers requests with a separate read-only connection; see `read-thread`. */
async function serve(port: MessagePort, { target, trusted }: ReaderSetup): Promise<void> {
  const post = (message: FromReader, transfer: readonly Transferred[] = []) =>
    port.postMessage(message, [...transfer]);
  const { db } = openReader<IndexerTables>(target);
  let now = unixSeconds(0);
  let prices: PromiseWithResolvers<SpotPrices> | undefined;

  const app = Fastify();
  answerErrors(app, (error) => post({ kind: 'fault', error }));
  readRoutes(app, {
    queries: createQueries(db, (table, key) => post({ kind: 'unreadable', table, key })),
    statistics: createStatisticsQueries(db, target.engine),
    seconds: () => now,
    trusted,
    prices() {
      if (prices === undefined) {
        prices = Promise.withResolvers();
        post({ kind: 'ask-prices' });
      }
      return prices.promise;
    },
  });

  async function answer(id: number, url: string): Promise<void> {
    const response = await app.inject({ url, payloadAsStream: true });
    const head = {
      kind: 'answer',
      id,
      status: response.statusCode,
      type: String(response.headers['content-type']),
      walked: Number(response.headers[WALKED] ?? 0),
    } as const;
    if (response.headers['content-length'] === undefined) {
      const stream = response.stream();
      // The client may disconnect before the end.
      stream.once('close', () => response.raw.res.destroy());
      const body: ReaderAnswer['body'] = Readable.toWeb(stream);
      post({ ...head, body }, [body]);
      return;
    }
    const body = Uint8Array.from(await buffer(response.stream()));
    post({ ...head, body }, [body.buffer]);
  }

  await app.ready();
  port.on('message', (message: ToReader) => {
    if (message.kind === 'prices') {
      prices?.resolve(message.prices);
      prices = undefined;
      return;
    }
    now = message.now;
    const { id, url } = message;
    // A failure must not end the thread, which other requests also wait for.
    answer(id, url).catch((error: unknown) => {
      post({ kind: 'fault', error });
      const body = Uint8Array.from(Buffer.from(JSON.stringify(UNREADABLE)));
      const type = 'application/json; charset=utf-8';
      post({ kind: 'answer', id, status: 503, type, walked: 0, body });
    });
  });
}

type Transferred = NonNullable<Parameters<MessagePort['postMessage']>[1]>[number];

if (parentPort !== null) await serve(parentPort, workerData as ReaderSetup);
