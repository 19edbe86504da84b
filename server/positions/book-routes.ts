import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { IndexerError } from './errors.ts';
import { optionDetail } from './option-detail.ts';
import { publishedText } from './position-row.ts';
import type { Queries } from './queries.ts';
import { referrerState } from './referrer.ts';
import { addressParam, pageQuery } from './requests.ts';
import { readAt, type StatisticsRoutesDeps } from './statistics-routes.ts';

/** The book side beside users and statistics: one option, a referrer, everything. */
export function bookRoutes(app: FastifyInstance, deps: StatisticsRoutesDeps): void {
  const { queries, seconds, prices, trusted } = deps;

  app.get('/api/v1/book/option/:address', async (request) => {
    const address = addressParam(request, 'option');
    const row = await queries.position(address);
    if (row?.source !== 'book') throw new IndexerError('unknown', 'Not found');
    return { data: optionDetail(row, await queries.events(address), seconds()) };
  });

  app.get('/api/v1/book/referrer/:address/state', async (request) => {
    const referrer = addressParam(request, 'referrer');
    const rows = await queries.referred(referrer);
    return {
      ...referrerState({ referrer, rows, now: seconds(), prices: await prices() }),
      lastUpdateTimestamp: (await readAt(deps)).lastUpdateTimestamp,
    };
  });

  app.get('/api/v1/book/state', async (request, reply) => {
    const page = pageQuery(request);
    const head = JSON.stringify({
      ...(await readAt(deps)),
      indexedBookAddresses: [...trusted.books],
    });
    const positions = walkJson(queries, 'book', seconds(), page?.limit, page?.offset);
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .send(Readable.from(embrace(`${head.slice(0, -1)},"positions":{`, positions, '}}')));
  });
}

const ROWS_AT_ONCE = 500;

/** Every position of a side as members of a JSON object, read in parts so that none is too large. */
export async function* walkJson(
  queries: Queries,
  source: 'book' | 'factory',
  now: number,
  limit = Number.POSITIVE_INFINITY,
  offset = 0,
): AsyncGenerator<string> {
  let after = { block: -1, log: -1 };
  let skipped = 0;
  let sent = 0;
  while (sent < limit) {
    const rows = await queries.walkPositions(source, after, ROWS_AT_ONCE);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = { block: last.entry_block, log: last.entry_log };
    const skippedHere = Math.min(rows.length, offset - skipped);
    skipped += skippedHere;
    for (const row of rows.slice(skippedHere, skippedHere + limit - sent)) {
      yield `${sent === 0 ? '' : ','}"${row.address}":${publishedText(row, now)}`;
      sent++;
    }
  }
}

/** A text before, the parts, and a text after. */
export async function* embrace(
  before: string,
  parts: AsyncIterable<string>,
  after: string,
): AsyncGenerator<string> {
  yield before;
  yield* parts;
  yield after;
}
