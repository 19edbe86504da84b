import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { UnixSeconds } from '../../../shared/units.ts';
import type { AddressLimit } from '../../http/address-limit.ts';
import { cutSlowReader } from '../../http/slow-reader.ts';
import { IndexerApiError } from './errors.ts';
import { createOpenLists } from './open-lists.ts';
import type { ReadThread } from './read-thread.ts';
import { type PageQuery, pageOf } from './requests.ts';

/** Bytes that cost as much as one request: about 800 positions, or as many skipped rows. */
const BYTES_PER_HIT = 1_000_000;
const SKIPPED_PER_HIT = 10_000;
const WALKED_PER_HIT = 1_000;

/**
 * Answers a plugin's valid requests in the reading thread. Large reads use up more of an address's
 * limit: each megabyte, each thousand rows of a summary and each ten thousand skipped rows count as
 * one request.
 */
export function answerInThread(
  app: FastifyInstance,
  deps: {
    readonly thread: ReadThread;
    readonly seconds: () => UnixSeconds;
    readonly charge: AddressLimit;
  },
): void {
  const lists = createOpenLists();
  app.addHook<{ Querystring: PageQuery }>('preHandler', async (request, reply) => {
    const page = pageOf(request.query);
    if (page === undefined) {
      const end = lists.begin(request.ip);
      if (end === undefined) {
        reply.header('retry-after', 1);
        throw new IndexerApiError('too-many', 'Too many lists are being read: ask for pages.');
      }
      reply.raw.once('close', end);
    }
    const skipped = page?.offset ?? 0;
    if (skipped >= SKIPPED_PER_HIT)
      await deps.charge(request.ip, Math.floor(skipped / SKIPPED_PER_HIT));
    const url = (request.raw.url ?? '').slice(app.prefix.length);
    const { status, type, walked, body } = await deps.thread.read(url, deps.seconds());
    if (walked >= WALKED_PER_HIT)
      await deps.charge(request.ip, Math.floor(walked / WALKED_PER_HIT));
    const pay = createMeter((hits) => void deps.charge(request.ip, hits));
    cutSlowReader(reply.raw);
    reply.code(status).header('content-type', type);
    if (body instanceof Readable) return reply.send(Readable.from(metered(body, pay)));
    pay(body.length);
    return reply.send(body);
  });
}

/** Returns a function that adds up bytes and charges them as requests. */
function createMeter(charge: (hits: number) => void): (bytes: number) => void {
  let unpaid = 0;
  return (bytes) => {
    unpaid += bytes;
    if (unpaid < BYTES_PER_HIT) return;
    charge(Math.floor(unpaid / BYTES_PER_HIT));
    unpaid %= BYTES_PER_HIT;
  };
}

async function* metered(body: Readable, pay: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  for await (const part of body) {
    pay(part.length);
    yield part;
  }
}
